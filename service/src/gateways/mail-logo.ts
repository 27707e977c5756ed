/**
 * The reseller's logo in a mail: a part of the mail itself (RFC 2392), not an address. Mail programs show it without
 * asking, it reaches people where PUBLIC_URL does not, and nobody learns when a mail is opened.
 */
import type { Attachment } from 'nodemailer/lib/mailer';

import { createLogoSource } from './logo.ts';

/** Pictures that mail programs show; most of them show no SVG, WebP or AVIF, and say the name instead. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};
/** Bytes. Every mail carries the picture. */
const sizeMax = 64 * 1024;

const contentId = 'logo@brand';
/** The address of the picture within the mail. */
export const mailLogoAddress = `cid:${contentId}`;

/**
 * A reader of the mail part that holds the logo. undefined: the mail names the reseller in words, because there is no
 * logo, it cannot be read, or mail programs would not show it.
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
