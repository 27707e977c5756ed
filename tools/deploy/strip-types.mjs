/**
 * Turns the TypeScript of a release into JavaScript: Node would load a compiler for it, which takes 20 MB of each process and
 * a second of its start. Lines stay where they are. The product's Node runs it, as older ones cannot:
 * `node tools/deploy/strip-types.mjs FOLDER…`.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** A module's name: of a file beside it, of its workspace or of another one. */
const ourModule = /(?<=["'](?:\.|#|@app\/)[^"'\n]*\.)ts(?=["'])/g;

for (const folder of process.argv.slice(2)) {
  for (const file of globSync('src/**/*.ts', { cwd: folder }).map((name) => join(folder, name))) {
    const script = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(ourModule, 'js');
    writeFileSync(file.replace(/ts$/, 'js'), script);
    rmSync(file);
  }
  const manifest = join(folder, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(ourModule, 'js'));
}
