/** The reseller's logo, read from its configured address and kept, so that pages ask no other origin for it. */
import { hours, seconds } from '@app/contract/fields/durations.ts';

export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

const types = ['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg', 'image/gif', 'image/avif'];
/** Bytes; a larger picture is no logo. */
const sizeMax = 256 * 1024;

/**
 * A reader of the logo at `url`: fetched at first use, kept for an hour, and the last good one kept longer when the
 * address fails. A failing address is asked at most once a minute, so that it delays one mail and not each. Rejects with
 * a short reason when no logo was read yet.
 */
export function createLogoSource(url: string): () => Promise<Logo> {
  let kept: Logo | undefined;
  let lastError: unknown;
  /** Until then the address is not asked again. Milliseconds since the epoch. */
  let nextRead = 0;
  let reading: Promise<Logo> | undefined;

  return async () => {
    if (Date.now() >= nextRead || reading !== undefined) {
      reading ??= read(url).finally(() => {
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
