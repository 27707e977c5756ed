/** `npm run backup -- FILE`: writes the database into a new file. */
import { runServiceProgram } from '#tools/command/service-program.mjs';

await runServiceProgram('operations/backup.ts');
