/** Prints the progress of long steps. */

/** Milliseconds between the lines of a long step. */
const every = 10_000;

/**
 * Runs a step and prints its name, its seconds while it runs, and how long it took.
 *
 * @template T
 * @param {string} words such as `Building the sign-in app`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(words, work) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  console.log(`${words} …`);
  const timer = setInterval(() => console.log(`  … ${seconds()} s`), every);
  try {
    const result = await work();
    console.log(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
