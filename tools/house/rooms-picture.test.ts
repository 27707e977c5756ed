import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { drawRooms } from './rooms-picture.mjs';

test('the picture of the rooms shows the imports as they are', () => {
  const picture = readFileSync(join(root, 'docs/pictures/rooms.svg'), 'utf8');
  expect(picture === drawRooms(), 'docs/pictures/rooms.svg is out of date: run npm run draw rooms').toBe(
    true,
  );
});
