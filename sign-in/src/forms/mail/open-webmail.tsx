import type { ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import { webmailOf } from './webmail.ts';

/** A link to the mailbox of an address, in a new tab, so that this step stays open; nothing for a company's own domain. */
export function OpenWebmail({
  email,
  children,
}: {
  email: string;
  /** Renders the link with these attributes and words. */
  children: (link: { href: string; target: '_blank'; rel: string }, words: string) => ReactNode;
}) {
  const { t } = useTexts();
  const webmail = webmailOf(email);
  if (webmail === undefined) return null;
  const words = t('account.openWebmail', { name: webmail.name });
  return children({ href: webmail.address, target: '_blank', rel: 'noreferrer' }, words);
}
