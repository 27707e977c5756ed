/** A cookie's name as the browser holds it (requirements §4 "Cookies"). @param https whether the page is one */
export const cookieName = (name: string, https: boolean): string => (https ? `__Secure-${name}` : name);
