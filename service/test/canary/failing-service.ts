/** The service with a fault that nothing catches, which holds a secret: for the test of what a crash leaves. */
import { readFileSync, rmSync } from 'node:fs';

import { startService } from '#main.ts';

// By a file, which is gone then: the environment of the process is one of the places where no secret may be.
const { CANARY_FILE = '', ...env } = process.env;
const secret = readFileSync(CANARY_FILE, 'utf8');
rmSync(CANARY_FILE);

process.once('SIGUSR2', () => {
  setTimeout(() => {
    throw Object.assign(new Error(`failed at /password/reset?code=${secret}`), {
      password: secret,
      request: { headers: { authorization: `Bearer ${secret}` }, body: JSON.stringify({ password: secret }) },
    });
  });
});

await startService({ env });
