/** The id of the page's footer. It comes after the screen: once it is read, the page may be painted (`build/document.ts`). */
export const footerId = 'footer';
