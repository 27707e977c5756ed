/** One process of the service as operators run it, which a scenario can signal, freeze, and whose clock it can move. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Instance {
  readonly port: number;
  start(): Promise<void>;
  /** Resolves to the exit code when the process has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Milliseconds ahead of the machine's clock; negative is behind. */
  jumpTo(offset: number): void;
  /** Resident memory in MB. */
  memory(): number;
  /** Lines of the log with this message. */
  logged(message: string): number;
  output(): string;
}

const flags = ['--import', new URL('jumping-clock.ts', import.meta.url).href, '--max-old-space-size=512'];

export function createInstance(port: number, env: Readonly<Record<string, string>>): Instance {
  let child: ChildProcess | undefined;
  let output = '';
  const current = (): ChildProcess => {
    if (child === undefined) throw new Error('the instance was not started');
    return child;
  };
  return {
    port,
    output: () => output,
    async start() {
      const before = output.length;
      const started = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../src/main.ts')], {
        env: { PATH: process.env['PATH'] ?? '', ...env, PORT: String(port), HOST: '127.0.0.1' },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        const read = (text: Buffer): void => {
          output += text.toString();
          if (output.includes('"msg":"ready"', before)) resolve();
        };
        started.stdout?.on('data', read);
        started.stderr?.on('data', read);
        started.once('exit', () => reject(new Error(`an instance did not start:\n${output.slice(before)}`)));
      });
    },
    async end(signal) {
      const ended = current();
      if (ended.exitCode !== null || ended.signalCode !== null) return ended.exitCode;
      const exit = once(ended, 'exit');
      ended.kill(signal);
      await exit;
      return ended.exitCode;
    },
    signal: (signal) => void current().kill(signal),
    jumpTo: (offset) => void current().send({ jumpTo: offset }),
    memory: () => {
      const status = readFileSync(`/proc/${current().pid}/status`, 'utf8');
      return (Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
    },
    logged: (message) => output.split(`"msg":"${message}"`).length - 1,
  };
}
