/** Every page of the sign-in app (spec §2), once: the app and the service derive their routes from this table. */

interface Page {
  /** The screen that the app shows there. */
  readonly screen: string;
  /** The build makes one document of it for all visitors; the service renders any other page for each request. */
  readonly document?: true;
  /** The form that the page shows and takes without script, by its call. A page of a link has its link's form. */
  readonly form?: string;
  /** The kind of the mailed link that opens the page. Its token has to leave the address. */
  readonly link?: string;
}

export const pages = {
  '/': { screen: 'login', form: 'signInWithPassword' },
  '/login': { screen: 'login', form: 'signInWithPassword' },
  '/login/sso': { screen: 'sso', document: true, form: 'startSso' },
  '/login/success': { screen: 'success' },
  '/password/forgot': { screen: 'forgot-password', document: true, form: 'recoverPassword' },
  '/password/reset': { screen: 'new-password', link: 'reset' },
  '/password/new': { screen: 'new-password', link: 'reset' },
  '/users/confirmation': { screen: 'invitation', link: 'invitation' },
  '/signup': { screen: 'sign-up', document: true, form: 'signUp' },
  '/signup/confirm': { screen: 'confirm-sign-up', link: 'signup' },
  '/users/identity': { screen: 'confirm-identity', link: 'identity' },
  '/login/device': { screen: 'confirm-device', link: 'device' },
  '/login/not-you': { screen: 'disown-sign-in', link: 'newDevice' },
  '/users/passkey': { screen: 'remove-passkey', link: 'passkey' },
  '/auth/v1/users/email-change': { screen: 'email-change', link: 'emailChange' },
  '/auth/v1/users/email-change/cancel': { screen: 'email-change-cancel', link: 'emailChange' },
  '/action_result': { screen: 'action-result' },
  '/status': { screen: 'status', document: true },
} as const satisfies Record<`/${string}`, Page>;

type Pages = typeof pages;
export type PagePath = keyof Pages;
export type PageScreen = Pages[PagePath]['screen'];

/** The paths of the pages that have `Shape`. */
export type PagesWith<Shape> = {
  [Path in PagePath]: Pages[Path] extends Shape ? Path : never;
}[PagePath];

const has = (name: keyof Page, path: PagePath): boolean => name in pages[path];

export const pagePaths = /* @__PURE__ */ Object.keys(pages) as PagePath[];

/** The pages that are finished documents, by the name of their screen. */
export type DocumentScreen = Pages[PagesWith<{ document: true }>]['screen'];
export const documentPaths = /* @__PURE__ */ pagePaths.filter((path): path is PagesWith<{ document: true }> =>
  has('document', path),
);

/** The id of the company whose single sign-on the login page starts. */
export const companyParameter = 'company';
/** `1`: the provider sent an unsolicited answer. A second one ends with an error message. */
export const unaskedParameter = 'unasked';

/**
 * The login page that starts a company's single sign-on automatically: for the provider's tile and for bookmarks. It
 * names only the company, never where to continue: the attempt and its proof are made in the browser that opens it
 * (threat C7).
 */
export const companyStartPage = (companyId: string, unasked = false): string =>
  `/login?${companyParameter}=${companyId.toLowerCase()}${unasked ? `&${unaskedParameter}=1` : ''}`;
