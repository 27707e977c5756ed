/** Calls the device-link flows in tests and returns outcomes instead of throwing. */
import type { Call, Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';

import { signIn } from './flow-driver.ts';
import { type HeldLink, newestLink } from './link-driver.ts';
import { outcomeOf } from './outcome.ts';
import { callFrom, rightPassword } from '#test/setup/test-deps.ts';

export const sendDeviceLink = (deps: Deps, email: string, call: Call = callFrom()) =>
  outcomeOf(flows.sendDeviceLink({ email }, call, deps));

export const confirmDevice = (
  deps: Deps,
  { email, token: code }: Pick<HeldLink, 'email' | 'token'>,
  deviceToken: string | undefined,
  call: Call = callFrom(),
) =>
  outcomeOf(
    flows.confirmDevice(
      { email, code, ...(deviceToken !== undefined && { contextData: { deviceToken } }) },
      call,
      deps,
    ),
  );

export const disownSignIn = (
  deps: Deps,
  { email, token: confirmationCode }: Pick<HeldLink, 'email' | 'token'>,
  call: Call = callFrom(),
) => outcomeOf(flows.disownSignIn({ email, confirmationCode }, call, deps));

/** Signs in on two devices, without a second step: the link in the email about the second. */
export async function newDeviceLinkTo(deps: Deps, email: string, call: Call = callFrom()): Promise<HeldLink> {
  for (let n = 0; n < 2; n += 1) await signIn(deps, email, rightPassword, call, newDeviceToken(deps.keys));
  return newestLink(deps, email, 'newDevice');
}
