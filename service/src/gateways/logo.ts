/** The reseller's logo, read from its configured address and kept, so that pages ask no other origin for it. */
import { hours, seconds } from '@app/contract/durations.ts';

export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

const types = ['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg', 'image/gif', 'image/avif'];
/** Bytes; a larger picture is no logo. */
const sizeMax = 256 * 1024;

/**
 * A reader of the logo at `url`: fetched at first use, kept for an hour, and the last good one kept longer when the
 * address fails. Rejects with a short reason when there is none yet.
 */
export function createLogoSource(url: string): () => Promise<Logo> {
  let kept: { logo: Logo; until: number } | undefined;
  let reading: Promise<Logo> | undefined;

  return async () => {
    if (kept !== undefined && Date.now() < kept.until) return kept.logo;
    reading ??= read(url).finally(() => {
      reading = undefined;
    });
    try {
      const logo = await reading;
      kept = { logo, until: Date.now() + hours(1) };
      return logo;
    } catch (error) {
      if (kept === undefined) throw error;
      kept.until = Date.now() + seconds(60);
      return kept.logo;
    }
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
