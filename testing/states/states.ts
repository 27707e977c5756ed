/**
 * Every screen of the sign-in app in every state, and how a person gets there in the started product. One list for the
 * checks of accessibility and languages, and for the table in docs/accessibility.md. What cannot be brought about in a
 * moment, such as a gateway's timeout, is answered at the edge of the browser.
 */
import { accountStates } from './account-states.ts';
import { codeStates } from './code-states.ts';
import { linkStatesOfScreens } from './link-states.ts';
import { loginStates } from './login-states.ts';
import { pageStates } from './page-states.ts';
import { providerStates } from './provider-states.ts';
import type { ScreenState } from './screen-state.ts';

export const states: readonly ScreenState[] = [
  ...loginStates,
  ...providerStates,
  ...codeStates,
  ...accountStates,
  ...linkStatesOfScreens,
  ...pageStates,
];
