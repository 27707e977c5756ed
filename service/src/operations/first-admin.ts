/**
 * `npm run operate first-admin -- --company NAME --email ADDRESS`: makes the first company of an empty production and
 * invites its first admin by email. Only the owner of the mailbox sees the link and chooses the password.
 */
import * as v from 'valibot';
import { email as emailField } from '@app/contract/fields/fields.ts';
import { companyName } from '@app/contract/fields/new-password.ts';
import { nameText } from '@app/contract/fields/shown-name.ts';
import { languages } from '@app/contract/fields/vocabulary.ts';

import { inviteFirstAdmin } from './invite-first-admin.ts';
import { OperationRefusal, readArguments, runOperation, say, withDeps } from './operation.ts';

const usage =
  'npm run operate first-admin -- --company NAME --email ADDRESS [--name PERSON] [--language en] [--replace]';

const options = v.object({
  company: companyName,
  email: emailField,
  name: v.optional(nameText, ''),
  language: v.optional(v.picklist(languages), 'en'),
  replace: v.optional(v.boolean(), false),
});

await runOperation(async () => {
  const { values, positionals } = readArguments(
    {
      company: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string' },
      replace: { type: 'boolean' },
    },
    usage,
  );
  const given = v.safeParse(options, values);
  if (!given.success || positionals.length > 0) {
    const bad = given.issues?.map(({ path }) => `--${String(path?.[0]?.key)}`) ?? positionals;
    throw new OperationRefusal(`Missing or not usable: ${[...new Set(bad)].join(', ')}\n${usage}`);
  }
  const admin = given.output;
  await withDeps(async (deps) => {
    const { companyId, expiresAt, replaced } = await inviteFirstAdmin(admin, deps);
    if (replaced !== undefined) say(`Deleted: the company ${replaced}, whose invitation nobody accepted.`);
    say(`Made: the company ${admin.company} (${companyId}).`);
    say(`Made: the account ${admin.email}, its first admin. It has no password and cannot sign in yet.`);
    say(`Waiting in the outbox: the invitation to ${admin.email} with a link to ${deps.settings.publicUrl}.`);
    say(`The running service mails it; the link is good until ${new Date(expiresAt).toISOString()}.`);
  });
});
