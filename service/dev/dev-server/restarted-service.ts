/** The service as a child process that is started again when its source changes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RestartedService {
  /** Resolves once the service takes calls: to false if it ended instead, until the next restart. */
  ready(): Promise<boolean>;
  /** Ends the running process and starts another. Says how long that took. */
  restart(): void;
  stop(): Promise<void>;
}

/** @param args the program and its flags. @param env its environment variables */
export function startRestartedService(args: readonly string[], env: NodeJS.ProcessEnv): RestartedService {
  let isFirst = true;
  let child: ChildProcess;
  let ready: Promise<boolean>;

  function start(): void {
    const started = performance.now();
    const own = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    child = own;
    // After a restart only the log: the demo accounts are on the terminal already.
    const isShown = isFirst ? () => true : (line: string) => line.startsWith('{');
    if (own.stdout)
      createInterface(own.stdout).on('line', (line) => isShown(line) && process.stdout.write(`${line}\n`));
    ready = Promise.race([once(own, 'message').then(() => true), once(own, 'exit').then(() => false)]);
    void ready.then((isReady) => {
      if (child !== own) return;
      if (!isReady) process.stdout.write('The service has ended. It starts again with the next change.\n');
      else if (!isFirst)
        process.stdout.write(
          `The service was restarted in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`,
        );
      isFirst = false;
    });
  }

  start();
  return {
    async ready() {
      // A restart during the wait has a later answer.
      for (let last; last !== ready;) await (last = ready);
      return ready;
    },
    restart() {
      // The database keeps what was committed, so nothing has to end in order.
      child.kill('SIGKILL');
      start();
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
