/** Lets the sender of a body that is too large read the answer (threat E5). */
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { seconds } from '@app/contract/fields/durations.ts';

/** How long, and how many bytes, a body is read and thrown away once it was refused. */
const most = { time: seconds(2), bytes: 4 * 1024 * 1024 };

/**
 * Ends a 413 only when its sender has stopped. A connection that is closed while a body still arrives is reset, and its
 * client loses the answer that it has not read. The client has the whole answer before that, by its length.
 */
export function installLargeBodyAnswer(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (reply.statusCode !== 413 || !isWhole) return payload;
    reply.headers({ 'content-length': Buffer.byteLength(payload), connection: 'close' });
    return endWith(request.raw, payload);
  });
}

/** The answer, whose end waits for the end of the body. */
function endWith(body: IncomingMessage, whole: string | Buffer): Readable {
  const answer = new Readable({ read() {} });
  let left = most.bytes;
  const end = (): void => {
    clearTimeout(timer);
    body.off('data', read).off('end', end).off('close', end);
    answer.push(null);
  };
  const read = (piece: Buffer): void => {
    left -= piece.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, most.time);
  answer.push(whole);
  if (body.readableEnded || body.destroyed) end();
  else body.on('data', read).once('end', end).once('close', end).resume();
  return answer;
}
