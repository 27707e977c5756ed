/** What the thread of a target is told, and what comes of it. */
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
