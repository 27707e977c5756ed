/**
 * `npm run operate`, `try`, `packages` and `draw`: each is a group of commands. Its first word names one of them; without one
 * they are listed. What follows is the command's own: `npm run operate erase -- --email ADDRESS`.
 */
import { UserError, runCommand } from '#tools/command/user-error.mjs';

/** @type {Record<string, Record<string, [file: string, what: string]>>} */
const groups = {
  operate: {
    keys: ['keys.mjs', 'FILE: makes the file of keys, or changes its keys'],
    'first-admin': [
      'operations/operate.mjs',
      '--company NAME --email ADDRESS: the first company of an empty database',
    ],
    doctor: ['operations/operate.mjs', 'says what production would refuse, and starts nothing'],
    backup: ['operations/operate.mjs', 'FILE: writes the database into a file'],
    restore: ['operations/operate.mjs', 'FILE: fills an empty database from it'],
    erase: [
      'operations/operate.mjs',
      '--email ADDRESS: what is known of a person; --confirm ADDRESS erases it',
    ],
    token: ['token.mjs', 'EMAIL: in development, an access token of a demo account'],
    seed: ['seed.mjs', '--accounts N: in development, adds accounts to the database'],
  },
  try: {
    bare: ['trials/bare.mjs', 'the two commands of README.md in a bare Debian; --runs=3 --busy'],
    deploy: ['trials/deploy-try.mjs', 'two instances of the release behind nginx'],
    metrics: ['trials/metrics-try.mjs', 'alerts and dashboard against a real Prometheus'],
    faults: [
      'trials/faults.mjs',
      'breaks database, mail, processes and clocks under load; counts what is lost',
    ],
    fuzz: ['trials/fuzz.mjs', 'generated requests to every call, and hostile input to every reader'],
    'component-faults': [
      'trials/component-faults.mjs',
      'NAME: seeds faults into a component; tests must catch each',
    ],
  },
  packages: {
    lockfile: ['install/complete-lockfile.mjs', 'completes the lockfile after an installation'],
    licences: ['dependencies/licences.mjs', 'writes docs/licences.md'],
    sbom: ['dependencies/sbom.mjs', 'writes the bill of materials of production to dist/sbom.cdx.json'],
    audit: ['dependencies/audit.mjs', 'asks the registry for known vulnerabilities'],
  },
  draw: {
    screenshots: ['screenshots.mjs', '--all DIR: every screen, in all themes, sizes and languages'],
    settings: ['settings.mjs', 'the table of settings in docs/reference.md, from their source'],
    font: ['font.mjs', 'the font of the apps, from the characters and weights in fonts.css'],
  },
};

const [group = '', name] = process.argv.splice(2, 2);
const commands = groups[group] ?? {};
const file = name === undefined ? undefined : commands[name]?.[0];
if (file === undefined)
  await runCommand(async () => {
    const list = Object.entries(commands).map(([each, [, what]]) => `  ${each.padEnd(17)} ${what}`);
    const said = [`npm run ${group} COMMAND, where COMMAND is one of:`, ...list].join('\n');
    if (name !== undefined && name !== '--help') throw new UserError(said);
    console.log(said);
    return 0;
  });
// The program of `operate.mjs` is one of several, and reads its name.
else {
  if (file === 'operations/operate.mjs') process.argv.splice(2, 0, name ?? '');
  await import(new URL(file, import.meta.url).href);
}
