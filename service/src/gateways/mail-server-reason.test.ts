/** The doctor and the log say in words why a mail server cannot be used. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';

import { checkMailServer, mailServerReason } from './mail.ts';

async function startServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ disableReverseLookup: true, authOptional: true, ...options });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => server.close());
  return (server.server.address() as AddressInfo).port;
}

const reasonOf = async (url: string): Promise<string | undefined> =>
  checkMailServer(url).then(
    () => 'usable',
    (error: unknown) => mailServerReason(error),
  );

test.each([
  ['a closed port', 'smtp://127.0.0.1:9', 'nothing listens there'],
  ['an unknown host', 'smtp://none.invalid:25', 'its host name is not known'],
])('%s', async (_, url, reason) => {
  expect(await reasonOf(url)).toBe(reason);
});

test('a wrong password, a server without STARTTLS, and one without TLS', async () => {
  const port = await startServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  expect(await reasonOf(`smtp://app:word@127.0.0.1:${port}`)).toBe('it refuses the user and the password');
  const named = (await reasonOf(`smtp://127.0.0.1:${port}?tls=required`)) ?? '';
  expect(named).toMatch(/it offers no STARTTLS|its certificate/);
  expect(await reasonOf(`smtps://127.0.0.1:${port}`)).toContain('it speaks no TLS at this port');
});

test('a bad certificate is refused, and on the same machine tls=none does without', async () => {
  // The library's own certificate: self-signed, for localhost, and long expired.
  const port = await startServer({});
  expect(await reasonOf(`smtp://127.0.0.1:${port}`)).toContain('its certificate');
  expect(await reasonOf(`smtp://127.0.0.1:${port}?tls=none`)).toBe('usable');
});

test.each([
  ['self-signed certificate', 'its certificate is from an authority that is not known here'],
  ['unable to get local issuer certificate', 'its certificate is from an authority that is not known here'],
  ["Hostname/IP does not match certificate's altnames: Host: a", 'its certificate is for another name'],
  ['certificate has expired', 'its certificate has expired'],
  ['Greeting never received', undefined],
])('of TLS: %s', (message, reason) => {
  const said = mailServerReason(Object.assign(new Error(message), { code: 'ESOCKET' }));
  if (reason === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(reason);
});
