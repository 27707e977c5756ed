/** Calls the device-link flows in tests and returns outcomes instead of throwing. */
import type { Call, Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';

import type { HeldLink } from './link-driver.ts';
import { outcomeOf } from './outcome.ts';
import { callFrom } from '#test/setup/test-deps.ts';

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
