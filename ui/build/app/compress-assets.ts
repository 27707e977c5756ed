import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

/** Writes `.br` and `.gz` beside every file of that name, in parallel. */
export async function compressAssets(client: string, pattern: RegExp): Promise<void> {
  const names = await readdir(client, { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    names
      .filter((file) => pattern.test(file))
      .map(async (name) => {
        const content = await readFile(join(client, name));
        await writeFile(join(client, `${name}.br`), await brotli(content, { params }));
        await writeFile(join(client, `${name}.gz`), await gzip(content, { level: 9 }));
      }),
  );
}
