/** The thread behind `isGuessable`: it has the list and the estimator, so that neither is in the way of other calls. */
import { parentPort } from 'node:worker_threads';

import { readCommonPasswords } from './common-passwords.ts';
import { guessable } from './guessable.ts';

/** A question as it comes in; the answer is the boolean alone, in the order of the questions. */
export interface StrengthQuestion {
  readonly password: string;
  readonly words: readonly string[];
}

const common = await readCommonPasswords();
parentPort?.on('message', ({ password, words }: StrengthQuestion) => {
  parentPort?.postMessage(guessable(password, words, common));
});
