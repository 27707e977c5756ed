/**
 * Embeds the reseller's logo in mails (RFC 2392). Mail programs show an embedded picture without asking, it does not
 * depend on PUBLIC_URL, and it does not track when a mail is opened.
 */
import type { Attachment } from 'nodemailer/lib/mailer';

import { createLogoSource } from './logo.ts';

/** The formats that mail programs show; most do not show SVG, WebP or AVIF: those mails contain the name instead. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};
/** The largest embedded logo, in bytes: every mail contains it. */
const sizeMax = 64 * 1024;

const contentId = 'logo@brand';
/** The address of the picture within the mail. */
export const mailLogoAddress = `cid:${contentId}`;

/**
 * Returns a function that reads the attachment with the logo. undefined: the mail contains the reseller's name instead,
 * because there is no logo, it cannot be read, or mail programs do not show its format.
 * @param url RESELLER_LOGO_URL
 */
export function createMailLogo(url: string | undefined): () => Promise<Attachment | undefined> {
  const read = url === undefined ? undefined : createLogoSource(url);
  return async () => {
    const logo = await read?.().catch(() => undefined);
    const ending = logo && endings[logo.type];
    if (logo === undefined || ending === undefined || logo.bytes.length > sizeMax) return undefined;
    return {
      cid: contentId,
      filename: `logo.${ending}`,
      contentType: logo.type,
      contentDisposition: 'inline',
      content: logo.bytes,
    };
  };
}
