/** Builds docs/accessibility.md: what each test checked, and what is not checked. */

export interface CheckedState {
  readonly screen: string;
  readonly state: string;
  /** The number of axe runs: languages × themes on a phone, and English on a desktop in both. */
  looks: number;
  /** The number of controls that Tab reaches; only for the main state of a screen. */
  stops?: number;
}

const command = 'npx playwright test --config journeys/playwright.config.ts';

const head = `# Accessibility

<!-- Written by \`ACCESSIBILITY=write ${command} every-state\` from what that run checked; journeys/accessibility/accessibility-page.test.ts holds it in step with testing/states/states.ts. -->

The bar is WCAG 2.2, levels A and AA, on every screen of the sign-in app in every state. All of this is part of \`npm test\`.

## What is checked

`;

const checks: readonly (readonly [what: string, how: string, where: string])[] = [
  [
    'WCAG 2.0 to 2.2 A and AA, and best practice, by axe-core',
    'every state below × 6 languages × light and dark at 320 × 640; English at 1440 × 900 too; English by every rule in light and by those of colours in dark, the five other languages by the rules that texts can break, and by those of colours in both where a text stands on a ground that is not judged yet: 0 findings',
    'every-state',
  ],
  [
    '400 % zoom (reflow, 1.4.10)',
    'every state below in 6 languages, 320 CSS pixels wide: nothing scrolls sideways',
    'every-state',
  ],
  [
    '200 % text (1.4.4) and wider text spacing (1.4.12)',
    'every screen in German on a phone: nothing scrolls sideways, no text is cut off',
    'every-state',
  ],
  [
    'Forced colours',
    'every screen: each control has a border or is underlined text, and the focus is marked by an outline',
    'every-state',
  ],
  [
    'Reduced motion',
    'every screen: nothing moves without end but the loader, and that does not move from its place',
    'every-state',
  ],
  [
    'Keyboard alone (2.1.1, 2.1.2, 2.4.3, 2.4.7)',
    'every screen: Tab reaches every control in the order of the page and goes on, Shift+Tab goes back, the focus is seen at each stop',
    'every-state',
  ],
  [
    'The focus after each step',
    'from login to the dashboard, forgot password, a new password, an invitation, signing up; refusals; toasts by F6 and Escape',
    'keyboard',
  ],
  [
    'Errors',
    'each failing answer of each form: words with role alert, typed text kept, the focus on the message or the field',
    'error-catalogue',
  ],
];

const notChecked = `
## What is not checked

- **No screen reader was heard.** Names, roles, states and live regions are checked as the browser exposes them; how
  NVDA, JAWS, VoiceOver or TalkBack say them is not.
- **Chromium alone.** Firefox and Safari are not driven; nothing in the pages is made for one browser.
- **No person with a disability has tried it.** axe finds a part of what people meet; the rest above is checked by rules
  that we wrote.
- Windows' own high-contrast themes: forced colours are those that Chromium emulates.
- The mailbox, dashboard and workspace pages of development, which are no part of the product.

## Every screen in every state
`;

/** Returns the page, with its rows in the order of the argument. */
export function accessibilityPage(checked: readonly CheckedState[]): string {
  const looks = checked.reduce((sum, each) => sum + each.looks, 0);
  const screens = new Set(checked.map(({ screen }) => screen)).size;
  return [
    head,
    table(
      ['What', 'Where and how', 'By'],
      checks.map(([what, how, where]) => [what, how, `\`${command} ${where}.test\``]),
    ),
    notChecked,
    `\n${screens} screens in ${checked.length} states, ${looks} looks by axe, 0 findings.\n\n`,
    table(
      ['Screen', 'State', 'Languages', 'Themes', 'Sizes', 'Looks', 'Findings'],
      checked.map(({ screen, state, looks: own }) => [
        screen,
        state,
        'de en es fr it no',
        'light, dark',
        '320; English 1440',
        String(own),
        '0',
      ]),
    ),
  ].join('');
}

/** A Markdown table in Prettier's format. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return line(header) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('');
}
