/**
 * What a person did not expect and can do something about: one sentence with the way out, printed without a stack.
 * Anything else that is thrown is a bug of the tools and keeps its stack.
 */
export class Advice extends Error {}

/**
 * Runs a command's main function: advice becomes one sentence on stderr and exit code 1.
 *
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Advice)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
