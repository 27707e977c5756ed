/** Reads the risk data of a sign-in (requirements §2) and issues device tokens, which recognise a browser later. */
import { cleaned } from '@app/log/redaction.ts';

import type { Deps, Flow } from '#deps.ts';
import { newDeviceToken, readDeviceToken } from '#security/tokens/device-token.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { ContextData } from '@app/contract/fields/fields.ts';

/** Issues a device token. It proves nothing until a sign-in with it finishes its code step. */
export const issueDeviceToken: Flow<'issueDeviceToken'> = (_body, _call, deps) =>
  Promise.resolve({ deviceToken: newDeviceToken(deps.keys) });

/**
 * Splits the risk data into the device, as the SHA-256 of its id (null without a valid token), and the rest, cleaned as
 * for a log: it is stored, and a third-party script collected it (threat D11).
 */
export function readRiskData(
  contextData: ContextData | undefined,
  deps: Deps,
): { device: Buffer | null; rest: Record<string, unknown> | undefined } {
  if (contextData === undefined) return { device: null, rest: undefined };
  const { deviceToken, ...rest } = contextData;
  const id = readDeviceToken(deps.keys, deviceToken);
  return {
    device: id === undefined ? null : hashHandle(id),
    rest: cleaned(rest) as Record<string, unknown>,
  };
}
