/**
 * The program of `npm run try deploy`: starts the deployment, tries it, prints a table of what was tried and what came.
 * Arguments: the path of nginx, and a folder with the release. Exit code 1 if a line of the table is not as it should be.
 */
import { startDeployment } from './deployment.ts';
import { tries } from './tries.ts';

const [, , nginx = 'nginx', folder = ''] = process.argv;
const deployment = await startDeployment(nginx, folder);
let wrong = 0;
try {
  for (const [what, attempt] of Object.entries(tries)) {
    const { expected, came, more } = await attempt(deployment).catch((error: unknown) => ({
      expected: 'no error',
      came: String(error),
      more: undefined,
    }));
    const isRight = expected === came;
    if (!isRight) wrong += 1;
    const told = more === undefined ? came : `${came} ${more}`;
    const line = isRight ? told : `${told}   (expected: ${expected})`;
    process.stdout.write(`${isRight ? 'ok   ' : 'WRONG'}  ${what.padEnd(80)} ${line}\n`);
  }
} finally {
  await deployment.stop();
}
process.stdout.write(`${Object.keys(tries).length} tries, ${wrong} wrong\n`);
process.exit(wrong === 0 ? 0 : 1);
