/** Starts the service, or another of its programs, in its own process, as operators do. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

import { makeKeySet } from '#security/tokens/keys.ts';

/** The working directory of the processes. The files of a worker share it, so it is removed when the worker ends. */
export const folder = mkdtempSync(join(tmpdir(), 'service-process-'));
/** A key set as `npm run operate keys` creates it. */
export const keyFile = join(folder, 'keys.json');
writeFileSync(keyFile, JSON.stringify(makeKeySet()), { mode: 0o600 });
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Logs every module of `service/dev`, and of the traces, that the process loads to standard error. */
const watchModules = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   registerHooks({ load(url, context, next) {
     if (/\\/service\\/dev\\/|\\/src\\/traces\\/|opentelemetry\\/(?:sdk|exporter)/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
     return next(url, context);
   } });`,
)}`;

export interface Run {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  ended(): Promise<number | null>;
}

/** @param program a file of service/src */
export function start(env: Record<string, string>, program = 'main.ts', args: readonly string[] = []): Run {
  const child = spawn(
    process.execPath,
    ['--import', watchModules, join(import.meta.dirname, '../../src', program), ...args],
    {
      cwd: folder,
      // No compile cache: Node writes it while a process ends, which took an end on a busy machine past its deadline.
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, out: () => out, err: () => err, ended: () => exit };
}

/** Starts the service and waits until it is ready. */
export async function startReady(env: Record<string, string>, port: number): Promise<Run> {
  const run = start({ PORT: String(port), HOST: '127.0.0.1', ...env });
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status, {
      timeout: 60_000,
      interval: 50,
      message: 'ready',
    })
    .toBe(200)
    .catch((error: unknown) => {
      throw new Error(`${String(error)}\n${run.out()}\n${run.err()}`);
    });
  return run;
}

/** Resolves when the log has so many lines with the message; rejects if the process ends before. */
export const logged = (run: Run, message: string, times = 1): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (run.out().split(`"msg":"${message}"`).length > times) resolve();
    };
    look();
    run.child.stdout?.on('data', look);
    run.child.once('exit', () => reject(new Error(`the service ended: ${run.out()}${run.err()}`)));
  });
