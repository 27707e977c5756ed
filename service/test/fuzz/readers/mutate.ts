/** Changes inputs: single bytes, pieces, words of a dictionary, and two inputs into one. By a seed, so that it can be repeated. */

export type Random = (below: number) => number;

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

/** Longer inputs only make a run slow; the readers' own bounds are tried by unit tests. */
const longest = 24_000;

export function mutated(
  corpus: readonly Uint8Array[],
  dictionary: readonly Uint8Array[],
  random: Random,
): Uint8Array {
  let input = corpus[random(corpus.length)] ?? new Uint8Array();
  for (let times = 1 + random(4); times > 0; times -= 1) input = once(input, { corpus, dictionary, random });
  return input.subarray(0, longest);
}

interface Parts {
  readonly corpus: readonly Uint8Array[];
  readonly dictionary: readonly Uint8Array[];
  readonly random: Random;
}

function once(input: Uint8Array, { corpus, dictionary, random }: Parts): Uint8Array {
  const at = random(input.length + 1);
  const length = 1 + random(random(3) === 0 ? 64 : 4);
  const word = dictionary[random(dictionary.length)] ?? new Uint8Array();
  const piece = input.subarray(at, at + length);
  switch (random(9)) {
    case 0:
      return replaced(input, at, 1, new Uint8Array([random(256)]));
    case 1:
      return replaced(input, at, 1, new Uint8Array([(input[at] ?? 0) ^ (1 << random(8))]));
    case 2:
      return replaced(input, at, length, new Uint8Array());
    case 3:
      return replaced(
        input,
        at,
        0,
        Uint8Array.from({ length }, () => random(256)),
      );
    case 4:
      return replaced(input, at, 0, word);
    case 5:
      return replaced(input, at, word.length, word);
    case 6:
      return replaced(input, random(input.length + 1), 0, piece);
    case 7:
      return replaced(input, at, length, Buffer.concat(Array.from({ length: 1 + random(20) }, () => piece)));
    default: {
      const other = corpus[random(corpus.length)] ?? input;
      return Buffer.concat([input.subarray(0, at), other.subarray(random(other.length + 1))]);
    }
  }
}

const replaced = (input: Uint8Array, at: number, length: number, by: Uint8Array): Uint8Array =>
  Buffer.concat([input.subarray(0, at), by, input.subarray(at + length)]);

/** The shortest input that `fails` still takes, by leaving out pieces. */
export async function shrunk(
  input: Uint8Array,
  fails: (input: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  let best = input;
  for (
    let length = Math.ceil(best.length / 2);
    length >= 1;
    length = length === 1 ? 0 : Math.ceil(length / 2)
  ) {
    for (let at = 0; at < best.length;) {
      const shorter = replaced(best, at, length, new Uint8Array());
      if (shorter.length < best.length && (await fails(shorter))) best = shorter;
      else at += length;
    }
  }
  return best;
}
