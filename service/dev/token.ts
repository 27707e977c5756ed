/**
 * `POST /stand-in/token` in development, called by `npm run operate token -- EMAIL`: returns the company and a new access token
 * of a demo account, to try the calls of an admin. Answers this machine only, and is never loaded outside development.
 */
import type { FastifyInstance } from 'fastify';
import { email } from '@app/contract/fields/fields.ts';
import { sql } from 'kysely';
import * as v from 'valibot';

import type { Deps } from '#deps.ts';
import { createSession } from '#sessions/create-session.ts';
import { languageOf } from '#http/request/language.ts';
import { Refusal } from '#refusal.ts';
import { findAccountByEmail } from '#store/accounts/account-changes.ts';
import { changedInOneStatement } from '#store/connection/one-statement.ts';
import { openSession } from '#store/sessions/sessions.ts';

import { demoAccounts } from './seed.ts';

const body = v.object({ email });
const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

export function installToken(app: FastifyInstance, deps: Deps): void {
  // JSON only, so that a page of another site cannot call this without a CORS preflight.
  app.post('/stand-in/token', async (request) => {
    if (!loopback.test(request.ip)) throw new Refusal('forbidden');
    const asked = v.safeParse(body, request.body);
    if (!asked.success) throw new Refusal('invalid', { fields: { email: ['is_invalid'] } });
    const isDemo = demoAccounts.some((account) => account.email === asked.output.email);
    const found = isDemo ? await findAccountByEmail(deps.store.relaxed, asked.output.email) : undefined;
    if (found?.account.status !== 'active') throw new Refusal('notFound');
    const { account } = found;
    const { rows } = await sql<{ credential_version: number }>`
      select credential_version from accounts where id = ${account.id}`.execute(deps.store.durable);
    const credentialVersion = rows[0]?.credential_version;
    if (credentialVersion === undefined) throw new Refusal('notFound');
    const { answer, session } = createSession(
      {
        account,
        strategy: account.method,
        credentialVersion,
        call: {
          client: request.ip,
          platform: 'dashboard',
          language: languageOf(request.url, request.headers),
          userAgent: request.headers['user-agent'],
          requestId: request.id,
          log: deps.log,
        },
        deps,
        now: deps.clock(),
      },
      ({ access_token: accessToken, expires_in: expiresIn }) => ({ accessToken, expiresIn }),
    );
    if (!(await changedInOneStatement(deps.store.durable, 'session', openSession(session))))
      throw new Refusal('unavailable');
    return { companyId: account.companyId, company: found.companyName, ...answer };
  });
}
