/**
 * How an uploaded metadata file is read: `multipart/form-data` (RFC 7578), one file, bounded in every way before it is
 * kept.
 */
import type { FastifyRequest } from 'fastify';
import * as limits from '@app/contract/fields/limits.ts';

import type { SamlUpload } from '#flows/dashboard/single-sign-on/saml-configuration.ts';
import { discardBody } from '#http/request/large-body.ts';
import { Refusal } from '#refusal.ts';

/** Options of `@fastify/multipart`. A second file is let in so far that it can be named as the problem. */
export const uploadOptions = {
  limits: {
    fileSize: limits.samlMax,
    files: 2,
    fields: 4,
    parts: 6,
    fieldSize: 2048,
    fieldNameSize: 100,
    headerPairs: 20,
  },
};

export const notMultipart = (): Refusal =>
  new Refusal('unsupportedMediaType', { message: 'Send one file as multipart/form-data.' });

const tooLarge = `the upload is larger than ${limits.samlMax} bytes`;

/** Bytes that the parts' own lines may take in addition to the file. */
const overhead = 16 * 1024;

/**
 * The parts of the upload. Fields with other names are dropped, as unknown keys of a body are. The body is read to its
 * end, whatever it is.
 * Throws `Refusal('tooLarge')`, `Refusal('malformed')` for a body that is not multipart,
 * `Refusal('unsupportedMediaType')`, `Refusal('invalid')` for two files or two email attributes.
 */
export async function readSamlUpload(request: FastifyRequest): Promise<SamlUpload> {
  if (!request.isMultipart()) throw notMultipart();
  if (Number(request.headers['content-length'] ?? 0) > limits.samlMax + overhead)
    throw new Refusal('tooLarge', { reason: tooLarge });
  const files: Uint8Array[] = [];
  const emailAttributes: string[] = [];
  let keepCertificates = false;
  let problem: Refusal | undefined;
  let bytes = 0;
  const parts = request.parts();
  request.raw.on('data', (piece: Buffer) => (bytes += piece.length));
  try {
    for await (const part of parts) {
      if (part.type === 'file') files.push(await part.toBuffer());
      else if (part.fieldname === 'emailAttribute')
        emailAttributes.push(part.valueTruncated ? '\0' : String(part.value));
      else if (part.fieldname === 'keepCertificates') keepCertificates = part.value === 'true';
    }
  } catch (error) {
    problem = isTooLarge(error)
      ? new Refusal('tooLarge', { reason: tooLarge })
      : new Refusal('malformed', { reason: 'the body is not a multipart body' });
  }
  await discardBody(request.raw);
  // A body without a Content-Length is measured as it arrives.
  if (bytes > limits.samlMax + overhead) throw new Refusal('tooLarge', { reason: tooLarge });
  if (problem !== undefined) throw problem;
  if (files.length > 1) throw new Refusal('invalid', { fields: { file: ['several_files'] } });
  if (emailAttributes.length > 1)
    throw new Refusal('invalid', { fields: { emailAttribute: ['is_invalid'] } });
  return { file: files[0], emailAttribute: emailAttributes[0], keepCertificates };
}

/** The library's own limits are 413; everything else that it throws is a body that it cannot read. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;
