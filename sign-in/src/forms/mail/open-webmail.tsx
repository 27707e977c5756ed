import type { ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

/** Where the mailbox of an address is read in a browser, for the providers whose addresses name it. */

/** A company's own domain names no provider: many are Google's or Microsoft's, and nothing here may ask. */
const providers = [
  { name: 'Gmail', domain: /^(?:gmail|googlemail)\.com$/, address: 'https://mail.google.com/mail/' },
  {
    name: 'Outlook',
    domain: /^(?:(?:outlook|hotmail|live)\.(?:com?\.)?[a-z]{2,3}|msn\.com)$/,
    address: 'https://outlook.live.com/mail/',
  },
] as const;

/** The provider of an address as it was typed, with the same link for everyone: it contains no data of the person. */
export function webmailOf(email: string): { readonly name: string; readonly address: string } | undefined {
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  return providers.find((provider) => provider.domain.test(domain));
}

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
