/**
 * `npm run figures`: how heavy the repository is, from its tracked files: files, lines, pictures, words, decisions, commands.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');
/** @param {string} file */
const linesOf = (file) => read(file).split('\n').length - 1;
/** @param {readonly string[]} files */
const lines = (files) => files.reduce((sum, file) => sum + linesOf(file), 0);

const binary = /\.(?:png|woff2|ico|jpg|gif|gz|br)$/;
const texts = tracked.filter((file) => !binary.test(file) && file !== 'package-lock.json');
const source = texts.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const tests = source.filter((file) => /\.test\.tsx?$/.test(file));
const product = source.filter(
  (file) => !/\.(?:test|stories)\.|^(?:journeys|testing|bench|workshop)\/|\/test\//.test(file),
);
const documents = texts.filter((file) => file.endsWith('.md'));

/** @type {Record<string, number>} */
const figures = {
  'tracked files': tracked.length,
  'lines of text without the lockfile': lines(texts),
  'lines of product source': lines(product),
  pictures: tracked.filter((file) => file.endsWith('.png')).length,
  'words of documents': documents.reduce(
    (sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length,
    0,
  ),
  'decision records': documents.filter((file) => /^docs\/decisions\/(?!README)/.test(file)).length,
  'npm scripts': Object.keys(JSON.parse(read('package.json')).scripts).length,
  'source files under 20 lines': source.filter((file) => linesOf(file) < 20).length,
  'console.log in tests': tests.reduce((sum, file) => sum + read(file).split('console.log(').length - 1, 0),
};
for (const [name, figure] of Object.entries(figures)) console.log(`${String(figure).padStart(8)}  ${name}`);
