/** The words of the audit log: what was done, and the values of the product's own lists. */
import { auditActions } from '@app/contract/dashboard/audit-actions.ts';

import type { TextKey } from '#i18n/text-key.ts';

type NameIn<Prefix extends string> =
  TextKey<'audit-log'> extends infer Key
    ? Key extends `audit-log.${Prefix}.${infer Name}`
      ? Name
      : never
    : never;

/** Every action has its words, or this does not compile. */
export const actionKeys = auditActions satisfies readonly NameIn<'actions'>[];

export const isAction = (name: string): name is (typeof actionKeys)[number] =>
  actionKeys.some((each) => each === name);

const valueKeys = [
  'always',
  'unrecognised',
  'off',
  'company',
  'active',
  'disabled',
  'unconfirmed',
  'password',
  'google',
  'saml',
  'Admin',
  'User',
] as const satisfies readonly NameIn<'values'>[];

/** The key of a value's words; undefined for what somebody typed: an address, a domain. */
export const valueKey = (value: unknown): TextKey<'audit-log'> | undefined => {
  const name = valueKeys.find((each) => each === value);
  return name && `audit-log.values.${name}`;
};
