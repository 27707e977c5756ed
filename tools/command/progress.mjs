/** Lines that say what goes on, so that a minute of work does not look like a minute of nothing. */

/** How often a long step says that it is still at it, in milliseconds. */
const every = 10_000;

/**
 * Says what begins, how long it has been going on, and how long it took.
 *
 * @template T
 * @param {string} words what is being done, such as `Building the sign-in app`
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
