/** What the call of a form came to that was posted without script. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientType } from '@app/contract/calls/client-type.ts';
import type { Posted } from '@app/contract/pages/page-data.ts';
import type { ClientType } from '@app/contract/fields/vocabulary.ts';

import { refusalAnswer, refusalReason } from '#http/calls/refusal-answer.ts';

/** The outcome as the app would have got it over the network; a refusal also sets what the answer's headers say. */
export async function outcomeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  call: () => Promise<unknown>,
): Promise<Posted['outcome']> {
  try {
    return { ok: true, answer: (await call()) ?? null };
  } catch (error) {
    const { name, status, headers, body } = refusalAnswer(error, request.id);
    request.refusalName = name;
    request.refusalReason = refusalReason(error);
    if (name === 'unknown') request.log.error({ err: error }, 'a call failed unexpectedly');
    reply.headers(headers);
    return { ok: false, status, retryAfter: headers['retry-after'] ?? null, body };
  }
}

/** A page in a frame says so with its posts (Fetch Metadata, `Sec-Fetch-Dest`). */
export const clientTypeOf = ({ headers }: FastifyRequest): ClientType =>
  clientType({
    userAgent: headers['user-agent'] ?? '',
    framed: /^i?frame$/.test(headers['sec-fetch-dest'] ?? ''),
  });
