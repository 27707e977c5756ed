/** A mail server that takes every other mail, and refuses the rest with words that quote the whole mail. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

import { createMailer } from '#gateways/mail.ts';
import { deliverDueMails } from '#mails/deliver-mails.ts';
import type { TestDeps } from '#test/setup/test-deps.ts';

/** Delivers all mails that are due. Returns how many the server saw. */
export async function deliverToRefusingServer(deps: TestDeps): Promise<number> {
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails += 1;
        const text = Buffer.concat(parts).toString();
        const words = text.replaceAll(/=\r\n|[\r\n]+/g, ' ').replaceAll('=3D', '=');
        done(
          mails % 2 === 0 ? Object.assign(new Error(`refused: ${words}`), { responseCode: 550 }) : undefined,
        );
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer(deps.settings, `smtp://127.0.0.1:${port}`);
  try {
    await deliverDueMails({ ...deps, mailer });
  } finally {
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return mails;
}
