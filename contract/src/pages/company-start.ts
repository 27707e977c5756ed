/**
 * The login page as it starts single sign-on of a company by itself: for the provider's tile and for bookmarks. It names
 * the company alone, never a way on: the attempt and its proof are made in the browser that opens it (threat C7).
 */

/** The id of the company. */
export const companyParameter = 'company';
/** `1`: because the provider sent an answer that nobody had asked for. A second one ends with words. */
export const unaskedParameter = 'unasked';

export const companyStartPage = (companyId: string, unasked = false): string =>
  `/login?${companyParameter}=${companyId.toLowerCase()}${unasked ? `&${unaskedParameter}=1` : ''}`;
