/**
 * `npm run operate`, `try`, `packages` and `draw`: each is a group of commands. Its first word names one of them; without one
 * they are listed. What follows is the command's own: `npm run operate erase -- --email ADDRESS`. `npm run bench` and `library`
 * are commands of the group `run`.
 */
import { fileURLToPath } from 'node:url';

import { runProgramWith } from '#tools/command/program.mjs';
import { UserError, runCommand } from '#tools/command/user-error.mjs';

/**
 * @typedef {object} Command
 * @property {string} says
 * @property {string} [program] runs by the product's Node, from the root, once everything is installed
 * @property {import('#tools/command/program.mjs').Needs} [needs] of the program
 * @property {string} [file] a command that is itself a tool, from this folder
 */

/** @type {Record<string, Record<string, Command>>} */
const groups = {
  operate: {
    keys: {
      program: 'service/src/key-file/command.ts',
      says: 'FILE: makes the file of keys, or changes its keys',
    },
    'first-admin': {
      program: 'service/src/operations/first-admin.ts',
      says: '--company NAME --email ADDRESS: the first company of an empty database',
    },
    doctor: {
      program: 'service/src/doctor.ts',
      says: 'says what production would refuse, and starts nothing',
    },
    backup: {
      program: 'service/src/operations/backup.ts',
      says: 'FILE: writes the database into a file',
    },
    restore: {
      program: 'service/src/operations/restore.ts',
      says: 'FILE: fills an empty database from it',
    },
    erase: {
      program: 'service/src/operations/erase.ts',
      says: '--email ADDRESS: what is known of a person; --confirm ADDRESS erases it',
    },
    token: { file: 'token.mjs', says: 'EMAIL: in development, an access token of a demo account' },
    seed: { file: 'seed.mjs', says: '--accounts N: in development, adds accounts to the database' },
  },
  try: {
    bare: {
      file: 'trials/bare.mjs',
      says: 'the two commands of README.md in a bare Debian; --runs=3 --busy',
    },
    deploy: { file: 'trials/deploy-try.mjs', says: 'two instances of the release behind nginx' },
    metrics: { file: 'trials/metrics-try.mjs', says: 'alerts and dashboard against a real Prometheus' },
    faults: {
      program: 'service/test/faults/run-faults.ts',
      says: 'breaks database, mail, processes and clocks under load; counts what is lost; --only=NAME --soak=MINUTES --failovers=N',
    },
    fuzz: {
      file: 'trials/fuzz.mjs',
      says: 'generated requests to every call, and hostile input to every reader; --seed=N --only=calls',
    },
    'component-faults': {
      program: 'workshop/run-faults.ts',
      needs: { browser: true },
      says: 'NAME: seeds faults into a component; tests must catch each',
    },
  },
  packages: {
    lockfile: {
      file: 'install/complete-lockfile.mjs',
      says: 'completes the lockfile after an installation',
    },
    licences: { file: 'dependencies/licences.mjs', says: 'writes docs/licences.md' },
    sbom: {
      file: 'dependencies/sbom.mjs',
      says: 'writes the bill of materials of production to dist/sbom.cdx.json',
    },
    audit: { file: 'dependencies/audit.mjs', says: 'asks the registry for known vulnerabilities' },
  },
  draw: {
    screenshots: {
      file: 'screenshots.mjs',
      says: '--all DIR: every screen, in all themes, sizes and languages',
    },
    settings: { file: 'settings.mjs', says: 'the table of settings in docs/reference.md, from their source' },
    font: {
      program: 'ui/build/make-font.ts',
      says: 'the font of the apps, from the characters and weights in fonts.css',
    },
  },
  run: {
    bench: {
      program: 'bench/run.ts',
      needs: { apps: true, browser: true, endWithParent: true },
      says: 'prints figures, and writes those with a goal to docs/performance.md',
    },
    library: { program: 'ui/build/build-package.ts', says: 'the component library as a package' },
  },
};

const [group = '', name = ''] = process.argv.splice(2, 2);
const commands = groups[group] ?? {};
const command = commands[name];
if (command?.program) await runProgramWith([command.program, ...process.argv.slice(2)], command.needs);
// A tool reads its own arguments, and installs what it needs.
else if (command?.file) {
  const tool = new URL(command.file, import.meta.url);
  // What is also imported by others does its work only as the program.
  process.argv[1] = fileURLToPath(tool);
  await import(tool.href);
} else
  await runCommand(async () => {
    const list = Object.entries(commands).map(([each, { says }]) => `  ${each.padEnd(17)} ${says}`);
    const said = [`npm run ${group} COMMAND, where COMMAND is one of:`, ...list].join('\n');
    if (name !== '' && name !== '--help') throw new UserError(said);
    console.log(said);
    return 0;
  });
