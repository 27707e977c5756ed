/**
 * Keys of forms that are posted without script, so that a double submit or a reload of the post has one outcome
 * (requirements §4 "Exactly once"; docs/decisions/exactly-once.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import { formKeyField, postedFormId } from '@app/contract/pages/posted-form.ts';

/** Whether a page has a form that is posted to a call. */
export const hasForm = (html: string): boolean => html.includes(`id="${postedFormId}"`);

/** The same page with forms that are posted to the address, instead of that of the page. */
export const withFormAddress = (html: string, path: string): string =>
  html.replaceAll('<form ', `<form action="${path}" `);

/** The hidden field with a new key: 128 random bits. */
export const formKeyInput = (): string =>
  `<input type="hidden" form="${postedFormId}" name="${formKeyField}" value="${randomBytes(16).toString('base64url')}">`;

/** The key that came with a post; undefined for a form that has none, or not one of ours. */
export function postedKey(fields: URLSearchParams): string | undefined {
  const key = fields.get(formKeyField) ?? '';
  return /^[\w-]{22}$/.test(key) ? key : undefined;
}

/**
 * The Idempotency-Key of one call of a post. It covers the body: a page that is brought back and sent with other values is
 * another attempt.
 */
export const keyOfCall = (postKey: string, call: string, body: object): string =>
  createHash('sha256')
    .update(JSON.stringify([postKey, call, body]))
    .digest('base64url');
