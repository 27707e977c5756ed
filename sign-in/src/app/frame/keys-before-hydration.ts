/** What a key in a text field leads to, without the submit of a form. */
const events = ['keydown', 'keypress', 'textInput', 'input', 'keyup', 'change'] as const;

/**
 * Keeps what is typed into a field from React until the form is hydrated: React would hydrate the whole form within the
 * first key, in one long task, and every key would wait for it. The field has the text all the same, as it does before the
 * script is loaded. A press and a submit reach React, which hydrates the form to handle them.
 *
 * @returns a function that ends it
 */
export function keepKeysFromReact(root: HTMLElement): () => void {
  const keep = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) event.stopImmediatePropagation();
  };
  for (const type of events) root.addEventListener(type, keep, true);
  return () => {
    for (const type of events) root.removeEventListener(type, keep, true);
  };
}
