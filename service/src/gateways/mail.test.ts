/** Tests the email gateway: the recipients and the mail servers that it refuses. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import * as v from 'valibot';
import { email } from '@app/contract/fields/fields.ts';

import { testSettings } from '#test/setup/test-deps.ts';

import { createMailer, type Delivery, type Mailer, type MailToSend } from './mail.ts';

let server: SMTPServer | undefined;
let mailer: Mailer | undefined;
let recipients = 0;
let mails = 0;
afterEach(async () => {
  mailer?.close();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
});

async function mailerFor(changes: SMTPServerOptions, query = ''): Promise<Mailer> {
  recipients = 0;
  mails = 0;
  server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      recipients += 1;
      done();
    },
    onData(stream, _session, done) {
      mails += 1;
      stream.resume().on('end', () => done());
    },
    ...changes,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  mailer = createMailer(testSettings, `smtp://127.0.0.1:${port}${query}`);
  return mailer;
}

const send = (to: string): Promise<Delivery> | undefined =>
  mailer?.send({ id: randomUUID(), kind: 'loginCode', to, language: 'en', values: { code: '123456' } });

/** Each could be parsed as another recipient, or as more than one (threat D8). */
const hostile = [
  'ada@corp.test, evil@x.test',
  'ada@corp.test;evil@x.test',
  'ada@corp.test\r\nBcc: evil@x.test',
  'ada@corp.test\nevil@x.test',
  'a: evil@x.test;',
  'Ada <evil@x.test>',
  '<evil@x.test>',
  '"ada"@corp.test',
  '"evil@x.test, ada"@corp.test',
  'ada(evil@x.test)@corp.test',
  'ada@corp.test\u2028evil@x.test',
  'ada@corp.test\u0000',
  'ada@@corp.test',
  'ada@corp.test@evil.test',
  'ada@[127.0.0.1]',
  'ada@corp',
  'ada corp@x.test',
  'ada@corp..test',
  'ada@xn--\u00e4.test',
  `${'a'.repeat(250)}@x.test`,
];

it('D8: 20 hostile addresses are refused by the rules and by the gateway, and none reaches the mail server', async () => {
  await mailerFor({ hideSTARTTLS: true });
  let refused = 0;
  for (const address of hostile) {
    const delivery = await send(address);
    if (!v.is(email, address) && delivery?.sent === false && delivery.permanent) refused += 1;
  }
  expect(refused).toBe(20);
  expect(recipients).toBe(0);
  expect(await send('ada@northline.test')).toEqual({ sent: true });
  expect(recipients).toBe(1);
});

it('a mail server with an untrusted certificate gets no mail, and the mail is retried', async () => {
  // It offers STARTTLS with a self-signed certificate. An attacker wants the client to continue without TLS.
  await mailerFor({});
  expect(await send('ada@northline.test')).toMatchObject({ sent: false, permanent: false });
  expect({ recipients, mails }).toEqual({ recipients: 0, mails: 0 });
});

it('a server without TLS gets a mail only if TLS is not required', async () => {
  await mailerFor({ hideSTARTTLS: true }, '?tls=required');
  expect(await send('ada@northline.test')).toMatchObject({ sent: false, permanent: false });
  expect({ recipients, mails }).toEqual({ recipients: 0, mails: 0 });
  mailer?.close();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  await mailerFor({ hideSTARTTLS: true });
  expect(await send('ada@northline.test')).toEqual({ sent: true });
});

const refusing = (responseCode: number, says = 'no') => Object.assign(new Error(says), { responseCode });

it.each<['retried' | 'given up', string, SMTPServerOptions]>([
  ['retried', 'the greeting', { onConnect: (_session, done) => done(refusing(554)) }],
  ['retried', 'the sender', { onMailFrom: (_address, _session, done) => done(refusing(550)) }],
  [
    'retried',
    'the recipient, which is about us',
    { onRcptTo: (_address, _session, done) => done(refusing(554, '5.7.1 Relay access denied')) },
  ],
  ['given up', 'the recipient', { onRcptTo: (_address, _session, done) => done(refusing(550)) }],
  [
    'given up',
    'the content',
    { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusing(554))) },
  ],
])('E3: a mail is %s after a 5xx at %s', async (then, _at, changes) => {
  await mailerFor({ hideSTARTTLS: true, ...changes });
  expect(await send('ada@northline.test')).toMatchObject({
    sent: false,
    permanent: then === 'given up',
    reason: expect.stringMatching(/^55[04] /),
  });
});

it('a mail that cannot be composed is retried, because its address or its release may come back', async () => {
  await mailerFor({ hideSTARTTLS: true });
  const mail = { id: randomUUID(), to: 'ada@northline.test', language: 'en' } as const;
  const ofAnotherOrigin = {
    ...mail,
    kind: 'passwordReset',
    values: { url: 'https://before.example/x' },
  } as const;
  const ofNewerRelease = { ...mail, kind: 'notKnownYet', values: {} } as unknown as MailToSend;
  for (const one of [ofAnotherOrigin, ofNewerRelease])
    expect(await mailer?.send(one)).toEqual({
      sent: false,
      permanent: false,
      reason: 'it cannot be composed',
    });
});
