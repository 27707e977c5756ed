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

/** Starts a product with a new data folder; with ENVIRONMENT=staging on an empty database, without demo accounts. Throws with the service's output if it does not become ready. */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const folder = await makeDataFolder();
  try {
    const service = await startService(folder.path, {
      program: `test/clock/${settings['ENVIRONMENT'] === 'staging' ? 'start-staging' : 'start-with-movable-clock'}.ts`,
      settings,
    });
    const clock = addressOf('clock', service.output());
    const mails = settings['ENVIRONMENT'] === 'staging' ? addressOf('mails', service.output()) : service.url;
    const askClock = async (init?: RequestInit): Promise<number> => {
      const answer = await fetch(clock, init);
      if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { now: number }).now;
    };
    return {
      url: service.url,
      mailbox: createMailbox(mails),
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

/** Returns the address of the clock's control server, or of the list of emails: the program prints them first. */
function addressOf(name: 'clock' | 'mails', output: string): string {
  const address = new RegExp(`^\\{"${name}":"([^"]+)"\\}$`, 'm').exec(output)?.[1];
  if (address === undefined)
    throw new Error(`The service named no address of its ${name}. It wrote:\n${output.slice(-4000)}`);
  return address;
}
