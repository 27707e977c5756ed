import { expect, test } from 'vitest';

import { keepKeysFromReact } from './keys-before-hydration.ts';

test('keys and input of a field are kept from listeners until it ends; a press, a submit and a menu are not', () => {
  const root = document.createElement('div');
  root.innerHTML = '<form><input><select></select><button></button></form>';
  document.body.append(root);
  const end = keepKeysFromReact(root);
  const heard: string[] = [];
  const types = ['keydown', 'keypress', 'textInput', 'input', 'keyup', 'pointerdown', 'change', 'submit'];
  for (const type of types)
    root.addEventListener(type, ({ target }) => heard.push(`${(target as Element).localName} ${type}`), true);
  const tell = (selector: string, type: string) =>
    root.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));

  for (const type of types) tell('input', type);
  tell('select', 'keydown');
  tell('form', 'submit');
  expect(heard.splice(0)).toEqual(['input pointerdown', 'input submit', 'select keydown', 'form submit']);
  end();
  tell('input', 'input');
  expect(heard).toEqual(['input input']);
  root.remove();
});
