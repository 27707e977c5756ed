/** Writes the package to `dist/` in `ui`: `npm run library`. */
import { join } from 'node:path';

import { buildPackage } from './build-package.ts';

const folder = join(import.meta.dirname, '../dist');
await buildPackage(folder);
console.log(folder);
