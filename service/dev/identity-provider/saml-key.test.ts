import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { days } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';

import { addSamlKey } from './saml-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'saml-key-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('adds one SAML key to an older key file, which stays readable by its owner only', async () => {
  const file = join(folder, 'signing-keys.json');
  const set = makeKeySet();
  await writeFile(file, JSON.stringify(set), { mode: 0o600 });
  const now = Date.UTC(2026, 10, 21);
  await addSamlKey(file, now);
  const text = await readFile(file, 'utf8');
  const keys = loadKeys(text);
  expect(keys.signing.kid).toBe(loadKeys(set).signing.kid);
  expect(keys.pepper?.id).toBe('pepper-1');
  expect(keys.saml?.privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  const certificate = new X509Certificate(Buffer.from(keys.saml?.certificate ?? '', 'base64'));
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(now + days(3000));
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  // Production recognises each of these keys as made for development.
  const marks = (JSON.parse(text) as { keys: { madeFor?: string }[] }).keys.map(({ madeFor }) => madeFor);
  expect(marks).toEqual(['development', 'development', 'development', 'development']);

  await addSamlKey(file, now);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readdir(folder)).toEqual(['signing-keys.json']);
});

test('leaves a file that is not a key set unchanged', async () => {
  const file = join(folder, 'broken.json');
  for (const text of ['x{', '[]', '{"keys":7}']) {
    await writeFile(file, text);
    await addSamlKey(file, 0);
    expect(await readFile(file, 'utf8')).toBe(text);
  }
});
