/** Threat C9: bad metadata files and uploads are refused with a reason, and none with a 5xx. */
import * as v from 'valibot';
import { once } from 'node:events';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { errorBody } from '@app/contract/calls/refusals.ts';

import { hostileMetadata } from '#test/saml/hostile-metadata.ts';
import { keyDescriptor, plainMetadata } from '#test/saml/idp-metadata.ts';
import { processorTime } from '#test/setup/processor.ts';
import { createUploads, makeCertificate, multipartOf, saysNo } from '#test/saml/saml-uploads.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const good = [
  await makeCertificate(365),
  await makeCertificate(365),
  ...(await Promise.all(Array.from({ length: 4 }, () => makeCertificate(365)))),
] as const;
const usual = plainMetadata({ keys: keyDescriptor(good[0]) });

const service = await createTestApp();
const uploads = createUploads(service);
afterAll(() => service.close());

describe('C9: a refused upload', () => {
  it('is a bad file, answered with the reason', async () => {
    const admin = await uploads.signedIn();
    const weak = await makeCertificate(365, { bits: 1024 });
    const files = hostileMetadata({
      good,
      weak,
      curve: await makeCertificate(365, { curve: 'P-256' }),
      ended: await makeCertificate(-1),
    });
    let slowest = 0;
    for (const [what, file, reason] of files) {
      const since = processorTime();
      const answer = await uploads.upload(admin, { file });
      slowest = Math.max(slowest, processorTime() - since);
      expect(saysNo(answer), what).toEqual({ status: 422, name: 'invalid', fields: { file: [reason] } });
    }
    expect(slowest).toBeLessThan(300);
  });

  it('is a file larger than 256 KiB', async () => {
    const admin = await uploads.signedIn();
    const padded = (bytes: number) => usual + ' '.repeat(bytes - usual.length);
    expect((await uploads.upload(admin, { file: padded(256 * 1024) })).statusCode).toBe(200);
    for (const bytes of [256 * 1024 + 1, 1024 * 1024, 5 * 1024 * 1024])
      expect(saysNo(await uploads.upload(admin, { file: padded(bytes) }))).toEqual({
        status: 413,
        name: 'tooLarge',
      });
  });

  it('is incomplete, or not an upload', async () => {
    const admin = await uploads.signedIn();
    const part = 'content-disposition: form-data; name="file"; filename="m.xml"\r\n\r\n';
    const whole = `--x\r\n${part}${usual}\r\n--x--\r\n`;
    const field = whole.replace('; filename="m.xml"', '');
    const twice = whole.replace('--x--\r\n', '') + whole;
    const answers: (readonly [what: string, type: string, body: string, status: number])[] = [
      ['whole', 'multipart/form-data; boundary=x', whole, 200],
      ['cut in the file', 'multipart/form-data; boundary=x', whole.slice(0, 800), 400],
      ['cut before its end', 'multipart/form-data; boundary=x', whole.replace('--x--\r\n', ''), 400],
      ['another boundary', 'multipart/form-data; boundary=y', whole, 400],
      ['no boundary', 'multipart/form-data', whole, 400],
      ['noise', 'multipart/form-data; boundary=x', '\0'.repeat(5000), 400],
      ['empty', 'multipart/form-data; boundary=x', '', 422],
      ['no parts', 'multipart/form-data; boundary=x', '--x--\r\n', 422],
      ['a field in the place of the file', 'multipart/form-data; boundary=x', field, 422],
      ['two files', 'multipart/form-data; boundary=x', twice, 422],
      [
        'ten files',
        'multipart/form-data; boundary=x',
        whole.replace('--x--\r\n', '').repeat(10) + whole,
        413,
      ],
      ['a prototype', 'multipart/form-data; boundary=x', field.replace('"file"', '"__proto__"'), 400],
      ['XML alone', 'application/samlmetadata+xml', usual, 415],
      ['JSON', 'application/json', '{}', 415],
      ['a form', 'application/x-www-form-urlencoded', 'file=x', 415],
      ['a type that is none', 'x', usual, 415],
    ];
    for (const [what, type, payload, status] of answers) {
      const answer = await uploads.put(admin.companyId, Buffer.from(payload), {
        'content-type': type,
        authorization: `Bearer ${admin.tokens.access_token}`,
      });
      expect(answer.statusCode, what).toBe(status);
      if (status < 400) continue;
      const { error } = v.parse(errorBody, answer.json());
      if (status === 415) expect(error.message, what).toBe('Send one file as multipart/form-data.');
    }
  });

  it('is answered over a real connection, too, although the body is not read to the end', async () => {
    const admin = await uploads.signedIn();
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const send = async (token: string, bytes: number) => {
      const form = new FormData();
      form.append('file', new Blob([usual.padEnd(bytes)]), 'metadata.xml');
      const { body, type } = await multipartOf(form);
      return fetch(`${address}/auth/v1/companies/${admin.companyId}/saml/configuration`, {
        method: 'PUT',
        body: new Uint8Array(body),
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
      });
    };
    const { access_token: token } = admin.tokens;
    const sizes = [256 * 1024 + 1, 300 * 1024, 2 * 1024 * 1024];
    for (const bytes of sizes) expect((await send(token, bytes)).status).toBe(413);
    for (const bytes of sizes) expect((await send('x', bytes)).status).toBe(401);
    expect((await send(token, 256 * 1024)).status).toBe(200);
  });

  it('gets 413 for 5 MB in a field or a file, with each way of sending, and the connection is not cut', async () => {
    const admin = await uploads.signedIn();
    const { port } = service.app.server.address() as AddressInfo;
    const large = 'x'.repeat(5 * 1024 * 1024);
    const parts = {
      'a field': 'name="emailAttribute"',
      'a field of another name': 'name="note"',
      'a file': 'name="file"; filename="m.xml"',
      'a name': `name="${large}"`,
    };
    const counts: Record<string, number> = {};
    for (const chunked of [false, true]) {
      for (const [what, disposition] of Object.entries(parts)) {
        const content = what === 'a name' ? '' : large;
        const body = `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n--x--\r\n`;
        const path = `/auth/v1/companies/${admin.companyId}/saml/configuration`;
        const headers = {
          'content-type': 'multipart/form-data; boundary=x',
          authorization: `Bearer ${admin.tokens.access_token}`,
          ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(body) }),
        };
        const outcome = await sendWhole({ port, path, method: 'PUT', headers }, body);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    }
    expect(counts).toEqual({ 413: 8 });
  });
});

/** Sends every byte, then reads: the status, or the name of what went wrong with the connection. */
async function sendWhole(options: RequestOptions, body: string): Promise<string> {
  const sending = request({ host: '127.0.0.1', ...options });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  // Without this listener an error while the body is written would be unhandled.
  answered.catch(() => undefined);
  try {
    const pieces = body.match(/[^]{1,65536}/g) ?? [];
    await pipeline(pieces, sending);
    const [answer] = await answered;
    answer.resume();
    await once(answer, 'end');
    return String(answer.statusCode);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  }
}
