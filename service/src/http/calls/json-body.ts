/** How a JSON body is read: UTF-8, at most 32 levels deep, without keys that could reach a prototype (threat D12). */
import { Refusal } from '#refusal.ts';

/** 64 KiB; more is answered with 413. */
export const bodyLimit = 64 * 1024;
const maxDepth = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const inertKeys = ['__proto__', 'constructor', 'prototype'];

/** The value that the bytes spell. Throws `Refusal('malformed')` for anything else. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('malformed');
  }
  return withoutInertKeys(value, maxDepth);
}

function withoutInertKeys(value: unknown, depthLeft: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depthLeft === 0) throw new Refusal('malformed');
  if (Array.isArray(value)) {
    for (const item of value) withoutInertKeys(item, depthLeft - 1);
    return value;
  }
  for (const key of inertKeys) if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
  for (const item of Object.values(value)) withoutInertKeys(item, depthLeft - 1);
  return value;
}
