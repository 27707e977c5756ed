/** An error that the person at the terminal can fix: one sentence that says how, printed without a stack. */
export class UserError extends Error {}

/**
 * Runs a command's main function. A `UserError` becomes one sentence on stderr and exit code 1; any other error is a
 * bug of the tools and keeps its stack.
 *
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
