/** `npm run erase -- --email ADDRESS`: what the database holds of a person; with `--confirm ADDRESS`, erases it. */
import { runServiceProgram } from '#tools/command/service-program.mjs';

await runServiceProgram('operations/erase.ts');
