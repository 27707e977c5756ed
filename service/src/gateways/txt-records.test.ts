/** Look-ups of TXT records at a name server of the test. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';

import { createTxtRecords } from './txt-records.ts';

/** What the server answers for a name: the strings of each record, or a response code (RFC 1035 §4.1.1). */
type Zone = Readonly<Record<string, readonly (readonly string[])[] | { readonly code: number } | 'silence'>>;
const nameError = 3;
const refused = 5;

const zone: Zone = {
  '_northline.one.example': [['northline-verification=abc']],
  '_northline.split.example': [['v=spf1 -all'], ['northline-verification=', 'abc', 'def']],
  '_northline.empty.example': [],
  '_northline.none.example': { code: nameError },
  '_northline.refused.example': { code: refused },
  '_northline.hostile.example': [
    ['<script>\u0000\u202e'],
    ...Array.from({ length: 80 }, () => ['x'.repeat(200)]),
  ],
};

const asked: string[] = [];
const server = createSocket('udp4');
server.on('message', (query, { port, address }) => {
  const { name, end } = nameIn(query);
  asked.push(name);
  const known = zone[name];
  if (known === undefined || known === 'silence') return;
  server.send(answerTo(query.subarray(0, end), known), port, address);
});
server.bind(0, '127.0.0.1');
await once(server, 'listening');
const records = createTxtRecords([`127.0.0.1:${server.address().port}`]);
afterAll(() => server.close());

it('finds every record, with its strings joined', async () => {
  expect(await records.lookUp('_northline.one.example')).toEqual(['northline-verification=abc']);
  expect(await records.lookUp('_northline.split.example')).toEqual([
    'v=spf1 -all',
    'northline-verification=abcdef',
  ]);
});

it('tells a missing record from a server that does not answer', async () => {
  expect(await records.lookUp('_northline.empty.example')).toEqual([]);
  expect(await records.lookUp('_northline.none.example')).toEqual([]);
  expect(await records.lookUp('_northline.refused.example')).toBeUndefined();
  expect(await createTxtRecords(['127.0.0.1:9']).lookUp('_northline.one.example')).toBeUndefined();
});

it('reads no more than a part of what a hostile domain says, and asks for nothing else', async () => {
  const found = await records.lookUp('_northline.hostile.example');
  expect(found === undefined || found.length <= 50).toBe(true);
  expect(new Set(asked)).toEqual(new Set(Object.keys(zone)));
});

/** The name of the only question, and where the question ends. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerTo(question: Buffer, known: Exclude<Zone[string], 'silence'>): Buffer {
  const answers = 'code' in known ? [] : known;
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180 | ('code' in known ? known.code : 0), 2);
  header.writeUInt16BE(answers.length, 6);
  header.writeUInt32BE(0, 8);
  const rows = answers.map((strings) => {
    const data = Buffer.concat(
      strings.map((text) => {
        const bytes = Buffer.from(text);
        return Buffer.concat([Buffer.from([bytes.length]), bytes]);
      }),
    );
    const row = Buffer.alloc(12);
    row.writeUInt16BE(0xc00c, 0);
    row.writeUInt16BE(16, 2);
    row.writeUInt16BE(1, 4);
    row.writeUInt32BE(60, 6);
    row.writeUInt16BE(data.length, 10);
    return Buffer.concat([row, data]);
  });
  return Buffer.concat([header, ...rows]);
}
