/** Threat C8: the log warns before a provider's certificate expires, and contains only its fingerprint. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';

import { endIn, makeCertificate } from '#test/saml/saml-uploads.ts';
import { warnOfCertificateExpiry } from './certificates.ts';

test('C8: a warning within 30, 7 and 1 days of the end and after it, none before', async () => {
  const certificate = await makeCertificate(0);
  const end = endIn(0);
  const said = (left: number): string[] => {
    const lines: string[] = [];
    const to = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const certificates = [certificate, 'no certificate'];
    warnOfCertificateExpiry({ companyId: 'the company', certificates }, pino(to), end - left);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        event: 'samlCertificateEnds',
        companyId: 'the company',
        fingerprint: expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
        notAfter: new Date(end).toISOString(),
      });
      expect(line).not.toContain(certificate.slice(0, 40));
    }
    return lines.map((line) =>
      String(JSON.parse(line).msg).replace('a certificate of the identity provider ', ''),
    );
  };
  const told = [days(31), days(30), days(7), days(1), 1, -1].map((left) => said(left).join());
  expect(told).toEqual([
    '',
    'ends within 30 days',
    'ends within 7 days',
    'ends within 1 day',
    'ends within 1 day',
    'has ended',
  ]);
  // From the exact moment of its end it is not accepted.
  expect(said(0)).toEqual(['has ended']);
});
