/**
 * Where development may run. It serves demo accounts with a known password, a mailbox that anyone can read and
 * stand-ins that sign in anyone, so it is for one machine and for databases that are made for it. A forgotten
 * ENVIRONMENT must not open them to others (threat F1).
 */
import { isLoopbackName } from './setting-kinds.ts';
import type { ReadVariables, SettingProblem } from './setting-variables.ts';

/** What the start of a test allows in addition to the settings. */
export interface SettingsOptions {
  /** PUBLIC_URL may be a `.test` name in development (RFC 6761), which only a test's own resolver knows. */
  readonly testHosts?: boolean;
  /** Commits of the embedded database do not wait for the disk, and its data is removed at the end. */
  readonly temporaryDatabase?: boolean;
}

/** Names that say what a database is for: `northline_dev`, `test_3f2a`, `app-development`. */
const developmentName = /(?:^|[^a-z])(?:dev|devel|development|test|testing|demo|sandbox)(?:[^a-z]|$)/i;

export function developmentProblems(
  given: ReadVariables['given'],
  { testHosts = false }: SettingsOptions,
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const start = given.ENVIRONMENT === undefined ? 'development (ENVIRONMENT is not set)' : 'development';
  const others = 'Set ENVIRONMENT to production or staging';

  if (given.HOST !== undefined && !isLoopbackName(given.HOST))
    problems.push({
      name: 'HOST',
      says: `must be this machine alone in ${start}: localhost, 127.0.0.1 or ::1`,
      mend: `${others}, or leave HOST out.`,
    });
  if (given.PUBLIC_URL !== undefined && !isOwnHost(new URL(given.PUBLIC_URL).hostname, testHosts))
    problems.push({
      name: 'PUBLIC_URL',
      says: `must be an address of this machine in ${start}, such as http://localhost:4000`,
      mend: `${others}, or leave PUBLIC_URL out.`,
    });
  if (given.PROCESSES !== undefined && given.PROCESSES !== '1')
    problems.push({
      name: 'PROCESSES',
      says: `must be 1 in ${start}, whose database and mailbox live in the one process`,
      mend: `${others}, or leave PROCESSES out.`,
    });
  const database = given.DATABASE_URL === undefined ? undefined : databaseNameOf(given.DATABASE_URL);
  if (database !== undefined && !developmentName.test(database) && database !== given.DEVELOPMENT_DATABASE)
    problems.push({
      name: 'DATABASE_URL',
      says: `must name a database of development in ${start}, and "${database}" is not named as one`,
      mend:
        `${others}; or name the database so that it holds the word dev, test or demo; ` +
        `or, if demo accounts may be written into it, set DEVELOPMENT_DATABASE=${database || 'NAME'}.`,
    });
  return problems;
}

const isOwnHost = (hostname: string, testHosts: boolean): boolean =>
  isLoopbackName(hostname) || hostname.endsWith('.localhost') || (testHosts && hostname.endsWith('.test'));

const databaseNameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.replace(/^\//, ''));
