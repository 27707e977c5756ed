/**
 * The limits that the apps and the service share, read as `limits.codeLifetime`. Each is an export of its own
 * (`limit-values.ts`), so that a page carries those that it reads and no others.
 */
export * as limits from './limit-values.ts';
