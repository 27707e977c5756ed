/** What can be in the way of a start, in one sentence each that says what to do. Nobody should read a stack for it. */

/** Shown on standard error as it is; the process then ends with 1. */
export class StartFault extends Error {}

const networkFaults: Readonly<Record<string, (what: string) => string>> = {
  EADDRINUSE: (what) => `${what} is in use by another program. Stop that one, or set PORT to another port.`,
  EACCES: (what) => `${what} may not be used by this user. Choose a port above 1023 with PORT.`,
  EADDRNOTAVAIL: (what) => `${what} is no address of this machine. Set HOST to one that is.`,
  ENOTFOUND: (what) => `${what} is not known. Set HOST to a name or address of this machine.`,
};

/** The fault of listening at `host`:`port`. An error of another kind is given back as it is. */
export function listenFault(error: unknown, host: string, port: number): unknown {
  const sentence = networkFaults[codeOf(error)]?.(`${host}:${port}`);
  return sentence === undefined ? error : new StartFault(sentence);
}

/** The fault of writing into the data folder. */
export function dataFolderFault(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  // A program that cannot be run is not the folder's fault.
  if (error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn')) return error;
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) return error;
  return new StartFault(
    `The data folder ${folder} cannot be written (${code}). Make it writable, or set DATA_DIR to one that is.`,
  );
}

/** The fault of reading SIGNING_KEY_FILE. */
export function keyFileFault(error: unknown, file: string): StartFault {
  const reason = codeOf(error) || (error instanceof Error ? error.message : String(error));
  return new StartFault(
    `The signing keys in ${file} cannot be used: ${reason}. ` +
      'Set SIGNING_KEY_FILE to a private JWK set that this user can read; npm run operate keys -- FILE makes one.',
  );
}

/** The fault of reaching the database at the start. The URL's password is not shown. */
export function databaseFault(reason: string, url: string): StartFault {
  const { host, pathname } = new URL(url);
  return new StartFault(`The database at ${host}${pathname} cannot be used: ${reason}.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
