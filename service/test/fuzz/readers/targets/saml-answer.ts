/**
 * The reader of a provider's answer: every check up to the signature, and that no change of signed answers makes another
 * person of the one who was signed.
 */
import { verifySamlResponse } from '#security/saml/response.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';
import { expecting, respond } from '#test/saml/saml-answers.ts';
import { stranger, wrappings } from '#test/saml/saml-wrapping.ts';

const now = Date.now();
const email = 'ada@northline.test';
const xmlOf = (answer: string): Buffer => Buffer.from(answer, 'base64');
const answers = (['both', 'assertion', 'response', 'none'] as const).map((sign) =>
  respond({ now, email, sign }),
);

export const target: Target = {
  files: [
    '/saml/response.ts',
    '/saml/response-element.ts',
    '/saml/assertion.ts',
    '/xml/structure.ts',
    '/xml/signature.ts',
  ],
  seeds: [...answers, ...wrappings(answers[0] ?? '').map(({ answer }) => answer)].map(xmlOf),
  dictionary: [
    '<!-- -->',
    '<![CDATA[',
    `>${stranger}<`,
    stranger,
    'ID="',
    'URI="#',
    'URI=""',
    '<Assertion',
    '</Assertion>',
    'xmlns="',
    '<ds:Reference',
    '<ds:Transform',
    'Algorithm="',
    'NotOnOrAfter="',
    'InResponseTo="',
    'Destination="',
    'Recipient="',
    'urn:oasis:names:tc:SAML:2.0:status:Success',
    'urn:oasis:names:tc:SAML:2.0:assertion',
    '&#x61;',
    '',
    '\u2028',
  ],
  async check(input) {
    const verified = await verifySamlResponse(Buffer.from(input).toString('base64'), expecting({ now }));
    if (verified.ok) hold(verified.identity.email === email, `${verified.identity.email} was signed in`);
    else hold(/^[\w ,.()':-]{1,200}$/.test(verified.reason), `the reason quotes: ${verified.reason}`);
  },
};
