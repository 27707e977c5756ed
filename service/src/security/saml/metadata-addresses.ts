/** Reads the addresses of an identity provider from its metadata (SAML Metadata §2.2.2). */
import type {
  MetadataProblem,
  SamlBinding,
  SamlConfiguration,
} from '@app/contract/calls/saml-configuration.ts';

import { childrenOf } from './xml/xml.ts';

/** Why a metadata file, or a part of it, cannot be used; thrown and caught by its readers. */
export class Problem extends Error {
  readonly reason: MetadataProblem;
  constructor(reason: MetadataProblem) {
    super(reason);
    this.reason = reason;
  }
}

const bindings: Readonly<Record<SamlBinding, string>> = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
};
const addressMax = 2048;

type Addresses = Pick<
  SamlConfiguration,
  'ssoUrl' | 'ssoBinding' | 'logoutUrl' | 'logoutBinding' | 'logoutResponseUrl'
>;

/** Which addresses a provider can have. */
export interface AddressRules {
  /** Allows http addresses on this machine. */
  readonly development: boolean;
  /** No provider has them (`originsOfPosts`). */
  readonly ownOrigins?: readonly string[];
}

/**
 * The addresses of the login and the logout; `logoutDropped`: single logout is published with an address that cannot be
 * used. Without it the login still works.
 */
export function addressesOf(
  descriptor: Element,
  rules: AddressRules,
): { readonly addresses: Addresses; readonly logoutDropped: boolean } {
  const login = publishedIn(descriptor, 'SingleSignOnService');
  if (login === undefined) throw new Problem('no_redirect_address');
  const problem = problemOfAddress(login.location, rules);
  if (problem !== undefined) throw new Problem(problem);
  const byPost = login.binding === 'post' && ({ ssoBinding: 'post' } as const);
  const signIn = { ssoUrl: login.location, ...byPost };
  const logout = publishedIn(descriptor, 'SingleLogoutService');
  if (logout === undefined) return { addresses: { ...signIn, logoutUrl: undefined }, logoutDropped: false };
  const { location, responses } = logout;
  const unusable = [location, responses].some(
    (address) => address !== undefined && problemOfAddress(address, rules) !== undefined,
  );
  if (unusable) return { addresses: { ...signIn, logoutUrl: undefined }, logoutDropped: true };
  return {
    addresses: {
      ...signIn,
      logoutUrl: location,
      ...(logout.binding === 'post' && { logoutBinding: 'post' }),
      ...(responses !== undefined && { logoutResponseUrl: responses }),
    },
    logoutDropped: false,
  };
}

/** An attribute that holds an address: white space around one is not part of it (XML Schema, anyURI). */
export const addressIn = (element: Element, name: string): string =>
  (element.getAttribute(name) ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/** The first address by HTTP-Redirect, or else by HTTP-POST; `responses` if responses have their own address. */
function publishedIn(
  descriptor: Element,
  name: string,
): { location: string; responses: string | undefined; binding: SamlBinding } | undefined {
  const services = childrenOf(descriptor, 'metadata', name);
  for (const binding of ['redirect', 'post'] as const) {
    const service = services.find((one) => addressIn(one, 'Binding') === bindings[binding]);
    if (service !== undefined)
      return {
        location: addressIn(service, 'Location'),
        responses: addressIn(service, 'ResponseLocation') || undefined,
        binding,
      };
  }
  return undefined;
}

/**
 * Accepts https to another origin than ours, and in development http to this machine. Refuses credentials, fragments,
 * spaces and backslashes, so that every reader understands the address in the same way. Letters beyond ASCII are refused,
 * because the address is compared letter by letter and a browser would encode them.
 */
function problemOfAddress(
  address: string,
  { development, ownOrigins = [] }: AddressRules,
): MetadataProblem | undefined {
  const url = URL.parse(address);
  const isLocal = development && url !== null && isLoopback(url.hostname);
  const allowed = (url?.protocol === 'https:' && !ownOrigins.includes(url.origin)) || isLocal;
  if (!allowed || !/^https?:\/\/[^/\\]/i.test(address)) return 'login_address';
  if (!/^[\x21-\x7e]+$/.test(address) || /[\\"<>^`{|}]/.test(address)) return 'login_address_characters';
  const plain = url.username === '' && url.password === '' && !/^https?:\/\/[^/?]*@/i.test(address);
  return plain && !address.includes('#') && address.length <= addressMax ? undefined : 'login_address_form';
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
