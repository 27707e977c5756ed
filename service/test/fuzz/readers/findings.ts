/** What earlier runs found: inputs that each later run, and `npm test`, begins with. A file for each, by target and hash. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TargetName } from './targets.ts';

export interface FuzzTask {
  readonly name: TargetName;
  readonly seed: number;
  /** The run ends after so many seconds, or so many inputs. */
  readonly seconds: number;
  readonly runs: number;
  /** Two numbers (inputs begun, length of the last), and its bytes. */
  readonly shared: SharedArrayBuffer;
}

export interface Crash {
  readonly message: string;
  readonly input: Uint8Array;
}

export interface FuzzResult {
  readonly runs: number;
  readonly covered: number;
  readonly total: number;
  readonly corpus: number;
  readonly crashes: readonly Crash[];
}

export interface ReaderRow extends FuzzResult {
  readonly name: TargetName;
  /** Inputs at which the reader did not end, or took all memory. */
  readonly hangs: readonly Crash[];
}

const folder = join(import.meta.dirname, 'findings');
const prefixOf = (name: TargetName): string => `${name.toLowerCase().replaceAll(' ', '-')}-`;

export const findingsOf = (name: TargetName): Uint8Array[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(prefixOf(name)))
    .map((file) => readFileSync(join(folder, file)));

/** Writes what a run found; returns a line for each. */
export function saveFindings(rows: readonly ReaderRow[]): string[] {
  mkdirSync(folder, { recursive: true });
  return rows.flatMap(({ name, crashes, hangs }) =>
    [...crashes, ...hangs].map(({ message, input }) => {
      const hash = createHash('sha256').update(input).digest('hex').slice(0, 12);
      const file = join(folder, prefixOf(name) + hash);
      writeFileSync(file, input);
      return `${name}: ${message}\n    ${JSON.stringify(Buffer.from(input).toString('latin1').slice(0, 300))}\n    ${file}`;
    }),
  );
}
