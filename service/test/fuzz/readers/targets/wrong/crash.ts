/** Crashes behind two conditions that only an input which got past the first one can meet. */
import type { Target } from '#test/fuzz/readers/target.ts';

export const target: Target = {
  files: ['/wrong/crash.ts'],
  seeds: ['start'],
  dictionary: ['a', 'b'],
  check(input) {
    const text = Buffer.from(input).toString('latin1');
    if (text.startsWith('a')) {
      if (text.startsWith('ab')) {
        if (text.endsWith('!')) throw new Error('found');
      }
    }
  },
};
