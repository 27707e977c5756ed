/** Readers that are wrong: a test shows by them that a run finds what it looks for. */
import type { Target } from '#test/fuzz/readers/target.ts';

/** Crashes behind two conditions that only an input which got past the first one can meet. */
export const crash: Target = {
  files: ['/targets/wrong.ts'],
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

/** Never ends for one input. */
export const hang: Target = {
  files: ['/targets/wrong.ts'],
  seeds: ['hang'],
  dictionary: [],
  check(input) {
    while (Buffer.from(input).toString('latin1') === 'hang');
  },
};
