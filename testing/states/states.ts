/**
 * Every state of every screen of the sign-in app, and how to reach it in the started product. The accessibility and
 * language tests and docs/accessibility.md use this list. Mock responses replace what takes too long, such as a
 * gateway's timeout.
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
