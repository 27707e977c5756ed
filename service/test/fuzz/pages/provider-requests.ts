/** What a browser brings from an identity provider, by fast-check: its answers, and its messages about a logout. */
import fc from 'fast-check';

import { encoded } from '#test/fuzz/calls/encodings.ts';

import { formBodies, formHeaders } from './form-requests.ts';
import { hostileText } from './hostile-texts.ts';
import { type PageRequest, providerMessages } from './provider-messages.ts';

const companies = fc.oneof(
  { weight: 12, arbitrary: fc.constant('{{provider company}}') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{{company}}',
      '{{forged}}',
      '00000000-0000-4000-8000-000000000000',
      '%00',
      '%',
      '..',
    ),
  },
);

/** Only the form, or more: a name twice, another person's state. */
const posted = fc
  .tuple(fc.constantFrom('', '', '', '&RelayState=', '&SAMLResponse=', '&SAMLRequest='), hostileText)
  .map(([more, text]) => (more === '' ? '{{message}}' : `{{message}}${more}${encoded(text)}`));

const alone = fc
  .tuple(fc.constantFrom('SAMLResponse', 'SAMLRequest'), hostileText, hostileText)
  .map(
    ([name, message, state]) =>
      `${name}=${encoded(Buffer.from(message).toString('base64'))}&RelayState=${encoded(state)}`,
  );

export const answerPosts: fc.Arbitrary<PageRequest> = posts('acs', ['answer', 'answer', 'logout response']);
export const logoutPosts: fc.Arbitrary<PageRequest> = posts('logout', ['logout request', 'logout response']);

function posts(page: string, kinds: Parameters<typeof providerMessages>[0]): fc.Arbitrary<PageRequest> {
  return fc.record({
    method: fc.constant('POST' as const),
    target: companies.map((company) => `/auth/v1/saml/${company}/${page}`),
    // From the provider's page, which is another site.
    headers: formHeaders.map((headers) => ({ ...headers, 'sec-fetch-site': 'cross-site', origin: 'null' })),
    body: formBodies(fc.oneof({ weight: 6, arbitrary: posted }, { weight: 1, arbitrary: alone })),
    message: providerMessages(kinds, 'post'),
  });
}

export const logoutVisits: fc.Arbitrary<PageRequest> = fc.record({
  method: fc.constant('GET' as const),
  target: fc
    .tuple(
      companies,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant('{{message}}') },
        { weight: 1, arbitrary: posted },
        {
          weight: 1,
          arbitrary: fc
            .tuple(
              fc.constantFrom(
                'logout_token',
                'SAMLRequest',
                'SAMLResponse',
                'Signature',
                'SigAlg',
                'RelayState',
              ),
              hostileText,
            )
            .map(([name, text]) => `{{message}}&${name}=${encoded(text.slice(0, 500))}`),
        },
        { weight: 1, arbitrary: fc.constant('logout_token={{link token}}') },
      ),
    )
    .map(([company, query]) => `/auth/v1/saml/${company}/logout?${query}`),
  headers: fc.constant({ accept: 'text/html' }),
  body: fc.constant(undefined),
  message: providerMessages(['logout request', 'logout response'], 'redirect'),
});

export const loginVisits: fc.Arbitrary<PageRequest> = fc.record({
  method: fc.constant('GET' as const),
  target: fc
    .tuple(
      companies,
      fc.array(
        fc.tuple(
          fc.constantFrom(
            'redirect_uri',
            'code_challenge',
            'code_challenge_method',
            'logout',
            'force_authn',
            'lng',
          ),
          fc.oneof(fc.constantFrom('{{way back}}', 'S256', 'A'.repeat(43), 'true'), hostileText),
        ),
        { maxLength: 5 },
      ),
    )
    .map(
      ([company, query]) =>
        `/auth/v1/saml/${company}/login?${query.map(([name, text]) => `${name}=${encoded(text.slice(0, 500))}`).join('&')}`,
    ),
  headers: fc.constant({ accept: 'text/html' }),
  body: fc.constant(undefined),
  message: fc.constant(undefined),
});
