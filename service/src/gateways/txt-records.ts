/** Looks up TXT records in the DNS, by which a company proves that a domain is its own. */
import { Resolver } from 'node:dns/promises';
import { seconds } from '@app/contract/fields/durations.ts';

import { toldWork } from '#work-channel.ts';

export interface TxtRecords {
  /**
   * The texts of a name's TXT records, each with its strings joined (RFC 1035 §3.3.14); none if the name does not exist.
   * undefined: no server gave an answer, which says nothing about the record. Never rejects.
   */
  lookUp(name: string): Promise<readonly string[] | undefined>;
}

const timeout = seconds(3);
const tries = 2;
/** What is read of an answer: a domain's owner may have written anything. */
const most = { records: 50, length: 512 };

/** Answers that say that there is no such record. Every other error is a server that did not answer. */
const absent: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks the system's resolvers, which follow a CNAME. `servers`: others instead, as `address:port`. */
export function createTxtRecords(servers?: readonly string[]): TxtRecords {
  return {
    async lookUp(name) {
      const resolver = new Resolver({ timeout, tries });
      if (servers) resolver.setServers(servers);
      try {
        // A name that ends in a dot is not looked up below the machine's own search domains.
        const records = await toldWork(
          () => ({ kind: 'request', name: 'look up TXT records' }),
          () => resolver.resolveTxt(`${name}.`),
        );
        return records.slice(0, most.records).map((strings) => strings.join('').slice(0, most.length));
      } catch (error) {
        return error instanceof Error && 'code' in error && absent.has(error.code) ? [] : undefined;
      }
    },
  };
}
