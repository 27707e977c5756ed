import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const flat = (node: object, path = ''): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : flat(value as object, `${path}${key}.`),
  );

/** The keys of the catalogue in a folder. A plural text is one key: `wait.seconds` for `_one` and `_other`. */
export const keysOf = (folder: string): string[] => {
  const keys = flat(JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8')) as object);
  return [...new Set(keys.map((key) => key.replace(/_(one|two|few|many|other|zero)$/, '')))];
};
