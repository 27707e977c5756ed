/** Decodes XML that a provider or an admin sent. There is one decoder, so every reader gets the same text. */

/** Single-byte encodings that old consoles declare. */
const singleByte = ['iso-8859-1', 'iso-8859-15', 'latin1', 'windows-1252'];
/** As ASCII, which every encoding but UTF-16 includes. */
const declaredEncoding =
  /^[ \t\r\n]*<\?xml[^>]{0,100}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([\w.-]+)["']/;
/** White space of any script and invisible characters, as an editor or a web page leaves them around a text. */
const blank = /[\s\u200B\u2060]/;

/**
 * The text without its byte order mark and without white space around it; undefined for an encoding that is not read.
 * Bytes that are valid UTF-8 are UTF-8 whatever is declared: string writers declare utf-16, and a pasted text keeps its
 * declaration. Stateful encodings are not read, because they can hide a tag.
 */
export function decodeXml(bytes: Uint8Array): string | undefined {
  for (const encoding of encodingsOf(bytes)) {
    try {
      return withoutOuterBlanks(new TextDecoder(encoding, { fatal: true }).decode(bytes));
    } catch {
      // The next encoding may fit.
    }
  }
  return undefined;
}

/** The encodings to try: by the byte order mark or the first tag, else UTF-8 and then the declared one. */
function encodingsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return ['utf-16le'];
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return ['utf-16be'];
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = declaredEncoding.exec(start)?.[1]?.toLowerCase() ?? '';
  return singleByte.includes(declared) ? ['utf-8', declared] : ['utf-8'];
}

function withoutOuterBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.test(text.charAt(start))) start++;
  while (start < end && blank.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
