/** The service with a fault that nothing catches, which holds a secret: for the test of what a crash leaves. */
import { startService } from '#main.ts';

const secret = process.env['CANARY'] ?? '';

process.once('SIGUSR2', () => {
  setTimeout(() => {
    throw Object.assign(new Error(`failed at /password/reset?code=${secret}`), {
      password: secret,
      request: { headers: { authorization: `Bearer ${secret}` }, body: JSON.stringify({ password: secret }) },
    });
  });
});

const { CANARY: _, ...env } = process.env;
await startService({ env });
