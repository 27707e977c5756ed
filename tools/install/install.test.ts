import { expect, test } from 'vitest';

import { includesAll, whyNotInstalled } from './install.mjs';
import { isAtLeast, requireNode } from './node-version.mjs';

const machine = { platform: 'linux', arch: 'x64' };

test.for([
  ['the same version is there', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['another version is there', { 'node_modules/a': { version: '1.0.1' } }, false],
  ['it is missing', {}, false],
] as const)('an installed package: %s', ([, present, answer]) => {
  expect(includesAll({ 'node_modules/a': { version: '1.0.0' } }, present, machine)).toBe(answer);
});

test.for([
  ['for another system', { os: ['darwin'], cpu: ['x64'] }, true],
  ['for another processor', { os: ['linux'], cpu: ['arm64'] }, true],
  ['for another C library, perhaps', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }, true],
  ['for this machine', { os: ['linux'], cpu: ['x64'] }, false],
  ['for no machine by name', {}, true],
] as const)('an optional package %s may be missing: see the answer', ([, target, answer]) => {
  const wanted = {
    'node_modules/a': {
      version: '1.0.0',
      optional: true,
      ...Object.fromEntries(Object.entries(target).map(([key, list]) => [key, [...list]])),
    },
  };
  expect(includesAll(wanted, {}, machine)).toBe(answer);
});

test.for([
  ['npm error code ENOTFOUND', /registry does not answer.*network/],
  ['npm error code EAI_AGAIN', /registry does not answer.*network/],
  ['npm error code ENOSPC', /disk is full/],
  ['npm error code EACCES', /may not write/],
  ['npm error code E404\nnpm error 404 no such package', /npm says:\nnpm error code E404/],
] as const)('%j is said in one sentence', ([output, sentence]) => {
  expect(whyNotInstalled(output)).toMatch(sentence);
});

test('a Node that is too old is one sentence', () => {
  expect(() => requireNode('18.20.4')).toThrow('Node 18.20.4 is too old. Install Node 20 or newer');
  expect(() => requireNode('20.0.0')).not.toThrow();
  expect([isAtLeast('v24.2.0', [24, 2]), isAtLeast('24.1.9', [24, 2]), isAtLeast('25.0.0', [24, 2])]).toEqual(
    [true, false, true],
  );
});
