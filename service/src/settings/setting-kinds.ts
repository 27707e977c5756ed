/** The kinds of values that settings have (requirements §2). A message completes the sentence "NAME …". */
import { isIP, isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import * as v from 'valibot';

/** Names of this machine itself, for which http is safe and browsers allow secure cookies. */
export function isLoopbackName(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

export const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number from 0 to 65535'),
);

/** A number of processes, or one for each core of the machine. */
export const processes = v.pipe(
  v.string(),
  v.regex(/^(?:cores|[1-9]\d?)$/, 'must be a number from 1 to 99, or cores'),
  v.transform((value) => (value === 'cores' ? availableParallelism() : Number(value))),
);

/** A part of a whole. */
export const ratio = v.pipe(
  v.string(),
  v.regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a number from 0 to 1, such as 0.1'),
  v.transform(Number),
);

export const host = v.pipe(v.string(), v.regex(/^[a-z0-9.:_-]+$/i, 'must be a host name or an address'));

/** An address with one of the given schemes (with colon). */
export const urlWith = (schemes: readonly string[], message: string) =>
  v.pipe(
    v.string(),
    v.check((value) => schemes.includes(URL.parse(value)?.protocol ?? ''), message),
  );

/** An http(s) base address; written back without a trailing slash. */
export const httpUrl = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
  }, 'must be an http(s) address'),
  v.transform((value) => value.replace(/\/+$/, '')),
);

/** An http(s) address or a path of the app. */
export const linkUrl = v.pipe(
  v.string(),
  v.check(
    (value) => /^\/(?![/\\])\S*$/.test(value) || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    'must be an http(s) address or a path that starts with /',
  ),
);

/** Scheme, host and port only, as browsers write an origin. */
export const origin = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.username === '' &&
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === ''
    );
  }, 'must be an origin such as https://login.example.com, without a path'),
  v.transform((value) => new URL(value).origin),
);

/** Comma-separated values; empty ones are dropped. */
export const list = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.pipe(
    v.string(),
    v.transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
    v.array(item),
  );

/** Addresses or CIDR ranges. */
export const cidrList = list(
  v.pipe(
    v.string(),
    v.check((value) => {
      const [address = '', bits, ...rest] = value.split('/');
      const family = isIP(address);
      if (family === 0 || rest.length > 0) return false;
      return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
    }, 'must list addresses or CIDR ranges such as 10.0.0.0/8'),
  ),
);

export const mailAddress = v.pipe(
  v.string(),
  v.regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/, 'must be one plain mail address'),
);

/**
 * Where a vulnerability is reported, as security.txt writes it (RFC 9116 §2.5.3): an email address or an https address.
 */
export const securityContact = v.pipe(
  v.string(),
  v.check(
    (value) => /^(?:mailto:)?[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(value) || isSecure(value),
    'must list mail addresses or https addresses',
  ),
  v.transform((value) => (isSecure(value) || value.startsWith('mailto:') ? value : `mailto:${value}`)),
);

export const secureUrl = v.pipe(v.string(), v.check(isSecure, 'must be an https address'));

function isSecure(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.username === '' && !/[\s\p{Cc}]/u.test(value);
}

/**
 * The address of a Sentry project: its public key, host and number. Browsers refuse plain http from a page over https,
 * unless it is to their own machine.
 */
export const sentryDsn = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))) &&
      /^\w+$/.test(url.username) &&
      url.password === '' &&
      /^(?:\/[\w-]+)*\/\d+$/.test(url.pathname) &&
      url.search === '' &&
      url.hash === ''
    );
  }, 'must be the DSN of a Sentry project, such as https://publickey@sentry.example.com/42'),
);

export const color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour written as #rrggbb'),
  v.transform((value) => value.toLowerCase()),
);

/** A brand name is used in texts, titles and email headers. */
export const resellerName = v.pipe(
  v.string(),
  v.maxLength(60, 'must be at most 60 characters'),
  v.check((value) => !/\p{Cc}/u.test(value), 'must not contain control characters'),
);

/** The name in the DNS records by which companies prove their domains. */
export const dnsLabel = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/,
    'must be 1 to 32 of a-z, 0-9 and -, with none of - at its ends',
  ),
);

/** One line of the brand panel; empty hides it. */
export const slogan = v.pipe(
  v.string(),
  v.maxLength(120, 'must be at most 120 characters'),
  v.check((value) => !/\p{Cc}/u.test(value), 'must not contain control characters'),
);

/** As PostgreSQL allows it unquoted, and with hyphens. */
export const databaseName = v.pipe(v.string(), v.regex(/^[\w-]{1,63}$/, 'must be the name of a database'));

/** For behaviour that must be allowed explicitly. */
export const yesOrNo = v.picklist(['yes', 'no'], 'must be yes or no');
