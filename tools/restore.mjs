/** `npm run restore -- FILE`: fills an empty database from a backup. */
import { runServiceProgram } from '#tools/command/service-program.mjs';

await runServiceProgram('operations/restore.ts');
