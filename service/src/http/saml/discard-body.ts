/**
 * Reads and discards the rest of a refused request's body. Closing the connection earlier would reset it, and the client
 * would see a network fault instead of the answer.
 */
import type { IncomingMessage } from 'node:http';
import { seconds } from '@app/contract/fields/durations.ts';

/** The most that is read of a refused body: bytes and milliseconds. */
const most = { bytes: 16 * 1024 * 1024, wait: seconds(10) };

/** Resolves to true at the end of the body, to false above the limits. */
export function discardBody(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return Promise.resolve(true);
  if (Number(request.headers['content-length'] ?? 0) > most.bytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let left = most.bytes;
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
    const late = setTimeout(() => settle(false), most.wait);
    request.unpipe();
    request.on('data', count).once('end', whole).once('close', whole).resume();
  });
}
