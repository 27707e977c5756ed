/** The worker thread of `PasswordStrength`: it has the list and the estimator, so neither blocks other calls. */
import { parentPort } from 'node:worker_threads';

import { readCommonPasswords } from './common-passwords.ts';
import { guessable } from './guessable.ts';

/** A request to the thread; it answers with a boolean, in the order of the requests. */
export interface StrengthQuestion {
  readonly password: string;
  readonly words: readonly string[];
}

const common = await readCommonPasswords();
parentPort?.on('message', ({ password, words }: StrengthQuestion) => {
  parentPort?.postMessage(guessable(password, words, common));
});
