/** Starts the whole product for browser tests: pages, service, embedded database, mailbox and a movable clock. */
import { createMailbox, type Mailbox } from './mailbox.ts';
import { makeDataFolder, startService, type Settings } from './service-process.ts';

/** Options for `test.use`: the test runs against a separate product with these settings. */
export interface ProductOptions {
  settings: Settings;
}

export interface Product {
  /** The app's address, without a trailing slash. */
  readonly url: string;
  readonly mailbox: Mailbox;
  /** The service's clock: milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves the service's clock forward by `ms` milliseconds. */
  advance(ms: number): Promise<void>;
  /** The service's output so far: log lines and messages. */
  output(): string;
  /** Stops the service and removes its data. */
  stop(): Promise<void>;
}

/** Starts a product with a new data folder. Throws with the service's output if it does not become ready. */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const folder = await makeDataFolder();
  try {
    const service = await startService(folder.path, {
      program: 'test/clock/start-with-movable-clock.ts',
      settings,
    });
    const clock = clockAddress(service.output());
    const askClock = async (init?: RequestInit): Promise<number> => {
      const answer = await fetch(clock, init);
      if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { now: number }).now;
    };
    return {
      url: service.url,
      mailbox: createMailbox(service.url),
      now: () => askClock(),
      advance: async (ms) => void (await askClock({ method: 'POST', body: JSON.stringify({ advance: ms }) })),
      output: service.output,
      async stop() {
        await service.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** Returns the address of the clock's control server, which the program prints first. */
function clockAddress(output: string): string {
  const address = /^\{"clock":"(?<address>[^"]+)"\}$/m.exec(output)?.groups?.['address'];
  if (address === undefined) throw new Error(`The service named no clock. It wrote:\n${output.slice(-4000)}`);
  return address;
}
