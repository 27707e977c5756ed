/**
 * Reads the query of a mailed link, also one that a mail program has changed: `&amp;` for `&`, a bare `+`, escapes that
 * were escaped again, line breaks within the link, and the punctuation after it. App and service use it.
 */
import { linkPages, type LinkPage } from './links.ts';

/** An entity for `&`, written out or escaped; a program may have encoded it more than once. */
const ampersand = /(?:&|%26)(?:(?:amp|#0*38|#x0*26|%23(?:0*38|x0*26))(?:;|%3b))+/gi;
/** A line break, also the soft one of quoted-printable emails. */
const lineBreak = /=?(?:%0d|%0a|[\r\n])+/gi;

/** The parameters of the query as they were before a mail program changed the link. */
export function mailedQuery(search: string): URLSearchParams {
  const text = search.replace(/^\?/, '');
  // The whole query was escaped once more: it has no separator.
  const whole = !text.includes('=') && /%3d/i.test(text) ? decodedOnce(text) : text;
  return new URLSearchParams(
    whole
      .replaceAll(lineBreak, '')
      .replaceAll(ampersand, '&')
      .replace(/^(?:amp;)+/i, ''),
  );
}

/** A token is base64url. Whatever else is in it, or around it, is not the link's; of nothing else it is malformed. */
export const tokenOfMail = (value: string): string => value.replaceAll(/[^\w-]/g, '') || value;

/** A space of an address was a plus sign: no address has one. */
function emailOfMail(value: string): string {
  const read = value.includes('@') ? value : decodedOnce(value);
  return read.trim().replaceAll(' ', '+');
}

/** The address and the token of a link that opens a page; empty where it has none. */
export function linkOfQuery(
  page: LinkPage,
  search: string,
): { readonly email: string; readonly token: string } {
  const query = mailedQuery(search);
  return {
    email: emailOfMail(query.get('email') ?? ''),
    token: tokenOfMail(query.get(linkPages[page].token) ?? ''),
  };
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
