import { pageStorage, type LocalStorage } from './local-values.ts';

/**
 * The token by which the service recognises this browser, where its risk-data script has kept one on this origin
 * (`service/src/http/documents/risk-data.js`). Undefined with another script, or on another host.
 */
export function readDeviceToken(storage: LocalStorage = pageStorage()): string | undefined {
  try {
    const key = Object.keys(storage ?? {}).find((each) => each.startsWith('device_token.'));
    return key === undefined ? undefined : (storage?.getItem(key) ?? undefined);
  } catch {
    return undefined;
  }
}
