/** Shows the support code of a request in a finished error page, whose line for it is hidden. */
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import { noSupportCode } from '@app/contract/pages/support-code-parameter.ts';

/** The line as the app renders it (sign-in/src/app/notices/error-document.tsx). */
const hiddenLine = /(<p [^>]*data-support-code[^>]*?) hidden=""([^>]*>[^<]*)/;

/** The document with the code of `requestId`, or as it is where there is none. */
export function withSupportCodeLine(document: string, requestId: string): string {
  const code = supportCodeOf(requestId);
  if (code === undefined) return document;
  return document.replace(
    hiddenLine,
    (_, start: string, words: string) => `${start}${words.replace(noSupportCode, code)}`,
  );
}
