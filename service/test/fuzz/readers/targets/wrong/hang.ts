/** Never ends for one input. */
import type { Target } from '#test/fuzz/readers/target.ts';

export const target: Target = {
  files: ['/wrong/hang.ts'],
  seeds: ['hang'],
  dictionary: [],
  check(input) {
    while (Buffer.from(input).toString('latin1') === 'hang');
  },
};
