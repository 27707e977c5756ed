/** Reads on when a body is refused, so that its sender can read the answer (threat E5). */
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { seconds } from '@app/contract/fields/durations.ts';

/** The most that is read of a refused body: bytes and milliseconds. */
interface Most {
  readonly bytes: number;
  readonly wait: number;
}

/** Of an upload, before it is answered. */
const ofUpload: Most = { bytes: 16 * 1024 * 1024, wait: seconds(10) };
/** Of a body that is too large, after the answer. */
const afterAnswer: Most = { bytes: 4 * 1024 * 1024, wait: seconds(2) };

/**
 * Ends a 413 only when its sender has stopped. The client has the whole answer before that, by its length.
 */
export function installLargeBodyAnswer(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (reply.statusCode !== 413 || !isWhole) return payload;
    reply.headers({ 'content-length': Buffer.byteLength(payload), connection: 'close' });
    const answer = new Readable({ read() {} });
    answer.push(payload);
    void read(request.raw, afterAnswer).then(() => answer.push(null));
    return answer;
  });
}

/**
 * Reads and discards the rest of a refused upload. Resolves to true at its end, to false above the limits, immediately if its
 * length says so.
 */
export const discardBody = async (body: IncomingMessage): Promise<boolean> =>
  Number(body.headers['content-length'] ?? 0) <= ofUpload.bytes && read(body, ofUpload);

/**
 * Reads and discards the rest of a body: closing the connection earlier would reset it, and the client would see a network
 * fault instead of the answer. Resolves to true at its end, to false above the limits.
 */
function read(body: IncomingMessage, most: Most): Promise<boolean> {
  if (body.readableEnded || body.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = most.bytes;
    const settle = (ended: boolean): void => {
      clearTimeout(late);
      body.off('data', count).off('end', whole).off('close', whole);
      resolve(ended);
    };
    const count = (piece: Buffer): void => {
      left -= piece.length;
      if (left < 0) settle(false);
    };
    const whole = (): void => settle(true);
    const late = setTimeout(() => settle(false), most.wait);
    body.unpipe();
    body.on('data', count).once('end', whole).once('close', whole).resume();
  });
}
