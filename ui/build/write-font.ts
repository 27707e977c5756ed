/** Writes the font that `fonts.css` loads: `npm run draw font`. */
import { writeFileSync } from 'node:fs';

import { fontFile, makeFont } from './make-font.ts';

const font = await makeFont();
writeFileSync(fontFile, font);
console.log(`${fontFile}, ${font.length} bytes`);
