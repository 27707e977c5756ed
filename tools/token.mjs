/**
 * `npm run operate token -- EMAIL`: prints the company id and a new access token of a demo account, for a company admin's API
 * calls. Uses the product that runs on this machine (`npm start`), with its PORT and PUBLIC_URL.
 */
import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { requireNode } from '#tools/install/node-version.mjs';

await runCommand(async () => {
  requireNode();
  const { ENVIRONMENT = 'development', PORT, PUBLIC_URL } = process.env;
  if (ENVIRONMENT !== 'development')
    throw new UserError(`Tokens are made in development alone, and ENVIRONMENT is ${ENVIRONMENT}.`);
  const [email, ...rest] = process.argv.slice(2);
  if (email === undefined || rest.length > 0 || email.startsWith('-'))
    throw new UserError('Name one demo account: npm run operate token -- EMAIL.');
  const url = PUBLIC_URL ?? `http://localhost:${PORT ?? 4000}`;
  const answer = await fetch(`${url}/stand-in/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => {
    throw new UserError(`Nothing answers at ${url}. Start the product with npm start, or set PORT.`);
  });
  if (answer.status === 404 || answer.status === 422) {
    const { error } = await answer.json().catch(() => ({}));
    throw new UserError(
      error?.name === undefined
        ? `The product at ${url} does not run in development.`
        : `${email} is no demo account that can sign in, or the product at ${url} does not run in development.`,
    );
  }
  if (!answer.ok) throw new UserError(`${url} answered ${answer.status}.`);
  const { companyId, company, accessToken, expiresIn } = await answer.json();
  console.log(
    [
      `company       ${company}`,
      `company id    ${companyId}`,
      `good for      ${expiresIn / 60} minutes`,
      `access token  ${accessToken}`,
    ].join('\n'),
  );
  return 0;
});
