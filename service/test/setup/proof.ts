/** Whether this is `npm run proof`, which repeats at length what `npm test` shows once. */
export const proof = process.env['PROOF'] === '1';

/** How often a race is run: five times in `npm test`, 50 in `npm run proof`. */
export const rounds = proof ? 50 : 5;

/** How many hundreds a flood has: one in `npm test`, ten in `npm run proof`. */
export const hundreds = proof ? 10 : 1;

/** Of many like values all in `npm run proof`, and each tenth in `npm test`. */
export const some = <T>(values: readonly T[]): readonly T[] =>
  proof ? values : values.filter((_, index) => index % 10 === 0);
