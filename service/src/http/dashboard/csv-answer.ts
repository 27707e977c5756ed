/** Answers a list as a CSV file (RFC 4180), piece by piece as fast as the client reads. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { CsvFile } from '#flows/dashboard/dashboard-flow.ts';

export const wantsCsv = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').split(',').some((type) => /^\s*text\/csv\s*(?:;|$)/i.test(type));

/** A fault after the first piece cuts the connection: the client sees that the file is not whole. */
export const sendCsv = (reply: FastifyReply, { fileName, pieces }: CsvFile): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }));
