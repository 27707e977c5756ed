/**
 * `npm run operate doctor`: checks the environment variables, the key file, the database and the mail server without
 * starting the service. Prints each problem with its fix, and exits with 1 if there is one.
 */
import { checkSettings, isDeployed } from './settings/config.ts';
import { deploymentProblems } from './settings/deployment-checks.ts';
import { checkMailServer, mailServerReason } from './gateways/mail.ts';
import { unknownVariables } from './settings/unknown-variables.ts';
import type { ReadVariables, SettingProblem } from './settings/setting-variables.ts';

const { given, problems } = checkSettings(process.env);
const found = [
  ...problems,
  ...(isDeployed(given) ? await deploymentProblems(given) : []),
  ...(await mailServerProblems(given)),
];

const environment = given.ENVIRONMENT ?? 'development (ENVIRONMENT is not set)';
const lines = found.flatMap(({ name, says, mend }) => [`  ${name} ${says}`, `    ${mend}`]);
const headline =
  found.length === 0
    ? `Environment ${environment}: the service would start with these settings.`
    : `Environment ${environment}: the service would refuse to start, or could not work, for ${found.length} ${found.length === 1 ? 'reason' : 'reasons'}.`;
const notes = unknownVariables(process.env).map(
  ({ variable, nearest }) => `  Note: ${variable} is not a setting. The nearest one is ${nearest}.`,
);
process.stdout.write(`${[headline, ...lines, ...notes].join('\n')}\n`);
process.exitCode = found.length === 0 ? 0 : 1;

/** A service starts while its mail server is down, and emails wait; the doctor reports it. */
async function mailServerProblems({ SMTP_URL }: ReadVariables['given']): Promise<SettingProblem[]> {
  if (SMTP_URL === undefined) return [];
  try {
    await checkMailServer(SMTP_URL);
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const reason = mailServerReason(error) ?? code;
    const { host } = new URL(SMTP_URL);
    return [
      {
        name: 'SMTP_URL',
        says: `names a mail server that cannot be used: at ${host} ${reason}`,
        mend: 'Start the mail server, or correct its address, user, password or certificate.',
      },
    ];
  }
}
