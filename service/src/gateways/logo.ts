/** Fetches and caches the reseller's logo, so that pages load it from no other origin. */
import { hours, seconds } from '@app/contract/fields/durations.ts';

import { toldWork } from '#work-channel.ts';

export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

const types = ['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg', 'image/gif', 'image/avif'];
/** The largest accepted logo, in bytes. */
const sizeMax = 256 * 1024;

/**
 * Returns a function that reads the logo at `url`. It is fetched at first use and cached for an hour; the last valid
 * logo is used longer while the address fails. A failing address is fetched at most once a minute, so that it does not
 * delay every email. Rejects with a short reason if no logo was ever read.
 */
export function createLogoSource(url: string): () => Promise<Logo> {
  let kept: Logo | undefined;
  let lastError: unknown;
  /** The time of the next fetch, in milliseconds since the epoch. */
  let nextRead = 0;
  let reading: Promise<Logo> | undefined;

  return async () => {
    if (Date.now() >= nextRead || reading !== undefined) {
      reading ??= toldWork(
        () => ({ kind: 'request', name: 'fetch logo' }),
        () => read(url),
      ).finally(() => {
        reading = undefined;
      });
      try {
        kept = await reading;
        nextRead = Date.now() + hours(1);
      } catch (error) {
        lastError = error;
        nextRead = Date.now() + seconds(60);
      }
    }
    if (kept === undefined) throw lastError;
    return kept;
  };
}

async function read(url: string): Promise<Logo> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(seconds(3)), redirect: 'error' });
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!answer.ok) throw new Error(`its address answered ${answer.status}`);
  if (!types.includes(type)) throw new Error('its address holds no picture');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > sizeMax) throw new Error(`it is larger than ${sizeMax} bytes`);
    chunks.push(chunk);
  }
  return { type, bytes: Buffer.concat(chunks) };
}
