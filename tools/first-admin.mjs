/** `npm run first-admin -- --company NAME --email ADDRESS`: the first company and admin of an empty production. */
import { runServiceProgram } from '#tools/command/service-program.mjs';

await runServiceProgram('operations/first-admin.ts');
