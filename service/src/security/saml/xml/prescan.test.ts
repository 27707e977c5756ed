import * as limits from '@app/contract/fields/limits.ts';
import { expect, test } from 'vitest';

import { processorTime } from '#test/setup/processor.ts';

import { checkXmlBytes, type XmlFault } from './prescan.ts';

const check = (text: string) => checkXmlBytes(Buffer.from(text), limits.samlMax);
const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);

test.each([
  '<a/>',
  `${xml}\n<a/>\n`,
  `<?xml version='1.0'?><a b="1" c='"'>x</a>`,
  '<?xml version="1.0" encoding="Utf-8"?><a/>',
  `<?xml version="1.0" encoding="utf-8" standalone="no" ?><a></a >`,
  '<p:a xmlns:p="urn:p" p:b = "1"\n\t/>',
  '<a>&amp;&lt;&gt;&quot;&apos;&#228;&#x1F600;</a>',
  '<a b="&#10;&amp;">é 漢 😀 > "</a>',
  nested(32),
  `<a ${many(64, (i) => `a${i}="" `)}/>`,
  `<a>${'<b c="" d="" e="" f="" g=""/>'.repeat(800)}</a>`,
])('%s is one XML document', (text) => {
  expect(check(text)).toEqual({ ok: true, text: text.trim() });
});

const billion = `<!DOCTYPE a [${many(10, (i) => `<!ENTITY b${i + 1} "${`&b${i};`.repeat(10)}">`)}]><a>&b10;</a>`;
const refused: [reason: XmlFault, text: string][] = [
  ['empty', ''],
  ['too large', `<a>${'x'.repeat(limits.samlMax - 6)}</a>`],
  ['a character that XML does not know', '<a>\0</a>'],
  ['a character that XML does not know', '<a>\u001b[31m</a>'],
  ['a character that XML does not know', '<a>&#0;</a>'],
  ['a character that XML does not know', '<a>&#xD800;</a>'],
  ['a character that XML does not know', '<a>&#x110000;</a>'],
  ['a character that XML does not know', '<a b="&#xFFFE;"/>'],
  ['a document type', '<!DOCTYPE a><a/>'],
  ['a document type', `${xml}<!DOCTYPE a SYSTEM "http://evil.test/x.dtd"><a/>`],
  ['a document type', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY % x "y">%x;]><a/>'],
  ['a document type', '<a><!ELEMENT b ANY></a>'],
  ['a document type', billion],
  ['a comment', '<!-- x --><a/>'],
  ['a comment', '<a>x<!---->y</a>'],
  ['a comment', '<a/><!-- x -->'],
  ['a CDATA section', '<a><![CDATA[x]]></a>'],
  ['a processing instruction', '<?php x ?><a/>'],
  ['a processing instruction', '<?xml-stylesheet href="x"?><a/>'],
  ['an XML declaration of another form', `<a>${xml}</a>`],
  ['an XML declaration of another form', '<?xml version="2.0"?><a/>'],
  ['an XML declaration of another form', '<?xmL version="1.0"?><a/>'],
  ['an XML declaration of another form', '<?xml VERSION="1.0"?><a/>'],
  ['an XML declaration of another form', '<?xml version="1.0" standalone="YES"?><a/>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['an unknown entity', '<a b="&x;"/>'],
  ['an unknown entity', '<a>&</a>'],
  ['an unknown entity', '<a>&#12345678;</a>'],
  ['too deep', nested(33)],
  ['too deep', '<a>'.repeat(80_000)],
  ['too many attributes', `<a ${many(65, (i) => `a${i}="" `)}/>`],
  ['too many attributes', `<a ${many(17, (i) => `xmlns:n${i}="urn:${i}" `)}/>`],
  ['too many attributes', `<a>${'<b c="" d="" e="" f="" g=""/>'.repeat(801)}</a>`],
  ['too many elements', `<a>${'<b/>'.repeat(1000)}</a>`],
  ['an attribute twice', '<a b="" b=""/>'],
  ['text outside the root', 'x<a/>'],
  ['text outside the root', '<a/>x'],
  ['text outside the root', '<a/><a/>'],
  ['text outside the root', 'no tag at all'],
  ['empty', ' \n\u00A0\uFEFF'],
  ['not well-formed', '<a>'],
  ['not well-formed', '<a></b>'],
  ['not well-formed', '</a>'],
  ['not well-formed', '<a'],
  ['not well-formed', '<a b=c/>'],
  ['not well-formed', '<a b="1"c="2"/>'],
  ['not well-formed', '<a b="<"/>'],
  ['not well-formed', '< a/>'],
  ['not well-formed', '<a:b:c/>'],
  ['not well-formed', '<é/>'],
  ['not well-formed', '<a>]]></a>'],
  ['not well-formed', '<a>a < b</a>'],
];

test.each(refused)('%s: refused', (reason, text) => {
  expect(check(text)).toEqual({ ok: false, reason });
});

const asMetadata = (text: string) => checkXmlBytes(Buffer.from(text), limits.samlMax, { metadata: true });

test.each([
  '<!-- x --><a/>',
  `${xml}<!-- a\n<b> & "x" -> > --><a/>`,
  '<a/><!----><!-- - -->\n',
  '<a>x<!---->y</a>',
  '<a><!-- <b> </b></a> --><b/></a>',
  `<a>${'<!---->'.repeat(3999)}</a>`,
])('in metadata with comments, %s is one XML document', (text) => {
  expect(asMetadata(text)).toEqual({ ok: true, text: text.trim() });
  expect(check(text)).toEqual({ ok: false, reason: 'a comment' });
});

test.each([
  '<?xml-stylesheet type="text/xsl" href="x.xsl"?><a/>',
  `${xml}\n<?xml-stylesheet href="a>b"?>\n<a/><?x?>`,
  '<a><?php echo "<b>" ?></a>',
])('in metadata with processing instructions, %s is one XML document', (text) => {
  expect(asMetadata(text)).toEqual({ ok: true, text });
  expect(check(text)).toEqual({ ok: false, reason: 'a processing instruction' });
});

test('metadata may offer a thousand attributes', () => {
  const claim = '<b Name="x" NameFormat="y" FriendlyName="z" xmlns="urn:b"/>';
  const text = `<a>${claim.repeat(3000)}</a>`;
  expect(asMetadata(text)).toEqual({ ok: true, text });
  expect(check(text)).toEqual({ ok: false, reason: 'too many elements' });
});

test.each<[reason: XmlFault, text: string]>([
  ['not well-formed', '<!-- x -- y --><a/>'],
  ['not well-formed', '<!-- x ---><a/>'],
  ['not well-formed', '<!--><a/>'],
  ['not well-formed', '<!---><a/>'],
  ['not well-formed', '<!-- <a/>'],
  ['not well-formed', '<a><!-- </a>'],
  ['not well-formed', '<a b=<!-- x --> "y"/>'],
  ['not well-formed', '<a <!-- x --> />'],
  ['not well-formed', '<!-- no root -->'],
  ['text outside the root', 'x<!-- --><a/>'],
  ['text outside the root', '<a/><!-- --><a/>'],
  ['not well-formed', '<?x <a/>'],
  ['not well-formed', '<? x?><a/>'],
  ['not well-formed', '<?1?><a/>'],
  ['too many elements', `<a>${'<!---->'.repeat(4000)}</a>`],
  ['too many elements', `<a>${'<b/>'.repeat(4000)}</a>`],
  ['too many attributes', `<a>${'<b c="" d="" e="" f="" g=""/>'.repeat(3201)}</a>`],
  ['a character that XML does not know', '<!-- \u0001 --><a/>'],
  ['an XML declaration of another form', `<!-- -->${xml}<a/>`],
  ['a CDATA section', '<a><![CDATA[<!-- -->]]></a>'],
  ['a document type', '<!DOCTYPE a [<!-- x -->]><a/>'],
])('%s: refused in metadata too', (reason, text) => {
  expect(asMetadata(text)).toEqual({ ok: false, reason });
});

const declares = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>\u00E9\u4E2D</a>`;
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const latin = (encoding: string) => `<?xml version='1.0' encoding='${encoding}'?><a>\u00E9</a>`;

test.each<[what: string, bytes: Buffer, text: string]>([
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${declares('utf-8')}`), declares('utf-8')],
  ['UTF-8 that declares utf-16', Buffer.from(declares('utf-16')), declares('utf-16')],
  ['UTF-8 that declares ISO-8859-1', Buffer.from(declares('ISO-8859-1')), declares('ISO-8859-1')],
  ['UTF-16LE with its mark', Buffer.from(`\uFEFF${declares('utf-16')}`, 'utf16le'), declares('utf-16')],
  ['UTF-16LE without it', Buffer.from(declares('utf-16'), 'utf16le'), declares('utf-16')],
  ['UTF-16BE with its mark', swapped(`\uFEFF${declares('UTF-8')}`), declares('UTF-8')],
  ['UTF-16BE without it', swapped(declares('UTF-16BE')), declares('UTF-16BE')],
  ['ISO-8859-1', Buffer.from(latin('ISO-8859-1'), 'latin1'), latin('ISO-8859-1')],
  ['windows-1252', Buffer.from(latin('Windows-1252'), 'latin1'), latin('Windows-1252')],
  ['white space around it', Buffer.from(`\uFEFF\n\u00A0 ${xml}<a/>\u200B\r\n`), `${xml}<a/>`],
  ['version 1.1', Buffer.from('<?xml version="1.1"?><a/>'), '<?xml version="1.1"?><a/>'],
])('%s is read', (_what, bytes, text) => {
  expect(checkXmlBytes(bytes, 400)).toEqual({ ok: true, text });
});

test.each<[what: string, bytes: Buffer]>([
  ['ISO-8859-1 that declares nothing', Buffer.from('<a>\u00E9</a>', 'latin1')],
  ['an overlong sequence', Buffer.from([0x3c, 0xc0, 0xaf, 0x3e])],
  ['half a letter of UTF-16', Buffer.from([0xff, 0xfe, 0x3c, 0, 0x61])],
  ['Shift_JIS', Buffer.concat([Buffer.from(latin('Shift_JIS').slice(0, -5)), Buffer.from([0x83, 0x41])])],
])('%s: refused, and the encoding is the reason', (_what, bytes) => {
  expect(checkXmlBytes(bytes, 400)).toEqual({ ok: false, reason: 'an unknown encoding' });
});

test('C3: the largest and worst texts are checked quickly', () => {
  const fill = (start: string, unit: string, end: string) =>
    start + unit.repeat(Math.floor((limits.samlMax - start.length - end.length) / unit.length)) + end;
  const texts = {
    'one long text': fill('<a>', 'x', '</a>'),
    'numeric references': fill('<a>', '&#65;', '</a>'),
    'small elements': fill('<a>', '<b/>', '</a>'),
    'open tags': fill('', '<a>', ''),
    'spaces in a tag': fill('<a', ' ', '>'),
    'spaces in a tag, unfinished': fill('<a', ' ', '<'),
    'spaces around an equals sign': fill('<a b', ' ', 'c'),
    'an attribute without an end': fill('<a b="', ' x=', ''),
    names: fill('<', 'a', ''),
    'a name of dots': fill('<a', '.-', ':'),
    ampersands: fill('<a>', '&', '</a>'),
    'half references': fill('<a>', '&#1', '</a>'),
    brackets: fill('<a>', ']]', '</a>'),
    'a declaration of spaces': fill('<?xml', ' ', '?>'),
    'exclamation marks': fill('<a>', '<!', ''),
    entities: billion,
    'comments, of which none ends': fill('<a>', '<!-', '</a>').replaceAll('<!-', '<!--'),
    'small comments': fill('<a>', '<!---->', '</a>'),
    'instructions, of which none ends': fill('<a>', '<?a ', '</a>'),
    'spaces around it': fill(' ', ' ', 'x'),
    'a comment of hyphens': fill('<a><!-- ', '- ', '--></a>'),
  };
  let slowest = 0;
  for (const text of Object.values(texts)) {
    const start = processorTime();
    check(text);
    asMetadata(text);
    slowest = Math.max(slowest, processorTime() - start);
  }
  expect(slowest).toBeLessThan(300);
});
