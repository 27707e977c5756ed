/** An app overrides the library only by the cascade layers: neither by a stronger selector nor by a later sheet. */
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Button } from '#actions/button/button.tsx';

const button = () => page.getByRole('button', { name: 'Save changes' }).element();

/** Adds a style sheet of the app, behind the library's base styles and in front of its components'. */
function addAppStyles(rules: string) {
  const sheet = document.createElement('style');
  sheet.textContent = rules;
  const base = [...document.querySelectorAll('style')].find(({ textContent }) =>
    textContent.includes('@layer tokens, reset'),
  );
  base?.after(sheet);
  expect(sheet.isConnected).toBe(true);
  onTestFinished(() => sheet.remove());
}

test('a rule of the app wins over a rule of a component with a stronger selector', async () => {
  await render(
    <Button size="small" className="wide-button">
      Save changes
    </Button>,
  );
  const own = getComputedStyle(button()).paddingInlineStart;
  expect(own).toBe('12px');
  addAppStyles('@layer app { .wide-button { padding-inline: 33px } }');
  expect(getComputedStyle(button()).paddingInlineStart).toBe('33px');
});

test('a rule of the app in the layer of the components loses: the layer is what decides', async () => {
  await render(
    <Button size="small" className="wide-button">
      Save changes
    </Button>,
  );
  addAppStyles('@layer ui { .wide-button { padding-inline: 33px } }');
  expect(getComputedStyle(button()).paddingInlineStart).toBe('12px');
});

test.each([
  ['in no layer', ':root { --brand-solid: #1b57b0 }'],
  ['in the layer app', '@layer app { :root { --brand-solid: #1b57b0 } }'],
])('a token that the app sets %s wins, in both themes', async (_, rules) => {
  const { documentElement } = document;
  onTestFinished(() => void delete documentElement.dataset['theme']);
  await render(<Button>Save changes</Button>);
  const color = () => getComputedStyle(button()).backgroundColor;
  for (const theme of ['light', 'dark']) {
    documentElement.dataset['theme'] = theme;
    await expect.poll(color).not.toBe('rgb(27, 87, 176)');
  }
  addAppStyles(rules);
  for (const theme of ['light', 'dark']) {
    documentElement.dataset['theme'] = theme;
    await expect.poll(color).toBe('rgb(27, 87, 176)');
  }
});
