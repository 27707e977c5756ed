/** Builds docs/accessibility.md: what each test checked, and what is not checked. */

export interface CheckedState {
  readonly screen: string;
  readonly state: string;
  /** The number of axe runs: languages × themes on a phone, and English on a desktop in both. */
  looks: number;
  /** The number of controls that Tab reaches; only for the main state of a screen. */
  stops?: number;
}

const head = `# Accessibility

<!-- Written by \`PROOF=1 ACCESSIBILITY=write npx playwright test --config journeys/playwright.config.ts every-state\`; journeys/accessibility/accessibility-page.test.ts compares it with testing/states/states.ts. -->

The bar is WCAG 2.2, levels A and AA. \`npm test\` checks the main state of every screen of the sign-in app in
English; \`npm run proof\` checks every state below in every language. The dashboard's journeys run axe on its areas.

## What is checked

- **WCAG 2.0 to 2.2 A and AA, and best practice, by axe-core** (\`journeys/accessibility/every-state.test.ts\`): light and dark
  at 320 × 640, English at 1440 × 900 too. The other languages run the rules that depend on texts or colours.
- **400 % zoom** (1.4.10): 320 CSS pixels wide, nothing scrolls sideways.
- **200 % text and wider spacing** (1.4.4, 1.4.12): in German on a phone, nothing is cut off.
- **Forced colours**: each control has a border or is underlined, and the focus has an outline.
- **Reduced motion**: only the loader moves without end, and it stays in its place.
- **Keyboard** (2.1.1, 2.1.2, 2.4.3, 2.4.7): Tab and Shift+Tab reach every control in order, and the focus is visible.
- **The accessibility trees** of the main screens in [three engines](browsers.md): roles, names, order.
- **Focus after each step**, refusals, toasts by F6 and Escape (\`journeys/accessibility/keyboard.test.ts\`).
- **Errors**: role alert, typed text kept, focus on the message or field (\`journeys/faults/error-catalogue.proof.test.ts\`).

## What is not checked

- No screen reader was heard: names, roles and live regions are checked as the browser exposes them.
- Most screens are judged by axe in Chromium only; [other engines](browsers.md) run the main journeys.
- No person with a disability has tried it.
- Forced colours are those that Chromium emulates, not Windows' own themes.

## Every screen in every state
`;

/** Returns the page, with its screens and states in the order of the argument. */
export function accessibilityPage(checked: readonly Pick<CheckedState, 'screen' | 'state'>[]): string {
  const screens = Map.groupBy(checked, ({ screen }) => screen);
  return [
    head,
    `\n${screens.size} screens in ${checked.length} states, 0 findings.\n\n`,
    ...[...screens].map(
      ([screen, states]) => `- **${screen}**: ${states.map(({ state }) => state).join('; ')}\n`,
    ),
  ].join('');
}
