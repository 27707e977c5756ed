/** The scanner of raw XML: what it lets through is a document without a DOCTYPE, as the parser sees it too. */
import * as limits from '@app/contract/fields/limits.ts';

import { checkXmlBytes } from '#security/saml/xml/prescan.ts';
import { SamlRefusal } from '#security/saml/xml/refusal.ts';
import { allElements, parseXml } from '#security/saml/xml/xml.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';

const elementsMax = { message: 1000, metadata: 4000 };
// The DOM's node types.
const documentType = 10;
const [comment, instruction] = [8, 7];

export const target: Target = {
  files: ['/xml/prescan.ts'],
  seeds: [
    '<a/>',
    `<?xml version='1.0' encoding="utf-8"?><p:a xmlns:p="urn:p" p:b = "1"><c d='"'>x &amp; &#228;</c></p:a>`,
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a><!-- b --><![CDATA[c]]><?d e?></a>',
    `<a ${Array.from({ length: 15 }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(' ')}/>`,
    '<a>'.repeat(31) + '</a>'.repeat(31),
  ],
  dictionary: [
    '<!DOCTYPE ',
    '<!ENTITY ',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml version="1.0"?>',
    '<?',
    '?>',
    '</',
    '/>',
    'xmlns:a="urn:a"',
    ' a="b"',
    '&amp;',
    '&#x0;',
    '&#xD800;',
    '&#1114112;',
    '&lt;!DOCTYPE',
    '﻿',
    '',
    '<a>',
    '</a>',
  ],
  check(input) {
    for (const metadata of [false, true]) {
      const checked = checkXmlBytes(input, limits.samlMax, { metadata });
      if (!checked.ok) continue;
      const { text } = checked;
      // Inside a comment or an instruction it is text.
      const markup = text.replaceAll(/<!--.*?-->|<\?.*?\?>/gs, '');
      hold(!/<!/.test(markup), 'a markup declaration was let through');
      const root = rootOf(text);
      if (root === undefined) continue;
      const elements = [...allElements(root)];
      hold(
        elements.length <= (metadata ? elementsMax.metadata : elementsMax.message),
        `${elements.length} elements were let through`,
      );
      for (const node of [
        ...elements.flatMap((one) => [...childrenOf(one)]),
        ...childrenOf(root.ownerDocument),
      ]) {
        hold(node.nodeType !== documentType, 'the parser sees a document type');
        hold(metadata || node.nodeType !== comment, 'the parser sees a comment');
        hold(
          metadata || node.nodeType !== instruction || node.nodeName === 'xml',
          'the parser sees an instruction',
        );
      }
    }
  },
};

function rootOf(text: string): Element | undefined {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof SamlRefusal || (error instanceof Error && error.name === 'ParseError'))
      return undefined;
    throw error;
  }
}

function* childrenOf(parent: Node): Generator<Node> {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) yield node;
}
