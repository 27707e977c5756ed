/**
 * The rest of a request's body, read and thrown away. A connection that is closed with bytes still on their way is reset,
 * and whoever sends them sees no answer but a fault of the network; so what was refused is read to its end first.
 */
import type { IncomingMessage } from 'node:http';
import { seconds } from '@app/contract/fields/durations.ts';

/** Beyond this nobody waits for the end of what was refused: bytes and milliseconds. */
const patience = { bytes: 16 * 1024 * 1024, wait: seconds(10) };

/** Resolves to whether the body ended; false: there was more of it, or it took longer, than the service waits for. */
export function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return Promise.resolve(true);
  if (Number(request.headers['content-length'] ?? 0) > patience.bytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let left = patience.bytes;
    const settle = (ended: boolean): void => {
      clearTimeout(late);
      request.off('data', count).off('end', whole).off('close', whole);
      resolve(ended);
    };
    const count = (piece: Buffer): void => {
      left -= piece.length;
      if (left < 0) settle(false);
    };
    const whole = (): void => settle(true);
    const late = setTimeout(() => settle(false), patience.wait);
    request.unpipe();
    request.on('data', count).once('end', whole).once('close', whole).resume();
  });
}
