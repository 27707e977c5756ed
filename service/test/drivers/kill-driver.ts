/** Runs calls in another process and kills it before they end, for the tests of threat E4. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

import type { Done, Work } from '#test/kill/calling-process.ts';

/** Runs `work` in a process; after `killAfter` answers the process gets SIGKILL. Returns the answers that arrived. */
export async function runProcess(work: Work, killAfter?: number): Promise<Done[]> {
  const program = fileURLToPath(import.meta.resolve('#test/kill/calling-process.ts'));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  child.stdin.end(JSON.stringify(work));
  const done: Done[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    done.push(JSON.parse(line) as Done);
    if (done.length === killAfter) child.kill('SIGKILL');
  }
  expect(await ended).toEqual(killAfter === undefined ? [0, null] : [null, 'SIGKILL']);
  return done;
}
