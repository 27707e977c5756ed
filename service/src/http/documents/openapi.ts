/** The OpenAPI 3.1 document, made from the contract, so that it cannot say anything else than the service does. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { endpoints, type Endpoint, type EndpointName } from '@app/contract/calls/endpoints.ts';
import { commonRefusals, errorBody, refusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';
import { platforms } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';

import { dashboardOperations } from './openapi-dashboard.ts';
import { samlPaths } from './openapi-saml.ts';

import packageJson from '#package.json' with { type: 'json' };

/** One line for the reader of the document; here and not in the contract, which the apps carry along. */
const summaries: Record<EndpointName, string> = {
  signInWithPassword: 'Sign in with email and password',
  verifyCode: 'Finish a sign-in with the mailed code',
  resendCode: 'Ask for a new code by email',
  refreshTokens: 'Exchange a refresh token for new tokens',
  revokeTokens: 'Sign out',
  signInWithGoogle: 'Sign in with the ID token that Google sent the browser back with',
  startSso: "Ask where a company's people sign in",
  startCompanySso: 'Ask where the people of a named company sign in',
  checkSsoDomain: 'Ask whether the people of a domain sign in by single sign-on',
  signInWithSsoCode: "Finish a sign-in at a company's identity provider",
  issueDeviceToken: 'Get a token by which this device can be recognised later',
  recoverPassword: 'Ask for a link to choose a new password',
  resetPassword: 'Choose a new password by the link of a mail',
  acceptInvitation: 'Accept an invitation by choosing a password',
  declineInvitation: 'Decline an invitation',
  signUp: 'Sign up a new company',
  confirmSignUp: 'Confirm a signup by the link of its mail',
  confirmIdentity: "Confirm by the link of a mail that a Google account is the owner's",
  sendDeviceLink: 'Mail a link that makes a device known, after unknownDevice',
  confirmDevice: 'Make the device of the risk data known by the link of a mail',
  checkLink: 'Ask whether the link of a mail is still good',
};

type Json = Record<string, unknown>;
type Schema = Parameters<typeof toJsonSchema>[0];

/** Rules that JSON Schema cannot say (trimming, byte counts) are left out of it; the service holds to them all the same. */
const schemaOf = (schema: Schema): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return rest;
};

export function openApiDocument(settings: Settings): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = { [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  for (const [path, methods] of [
    ...Object.entries(samlPaths({ schemaOf, refused })),
    ...dashboardOperations({ schemaOf, refused }),
  ])
    paths[path] = { ...paths[path], ...methods };
  return {
    openapi: '3.1.0',
    info: {
      title: `${settings.reseller.name} sign-in`,
      version: packageJson.version,
      description:
        'JSON both ways; no cookies are sent or read. A state-changing call may carry an `Idempotency-Key`: a repeat ' +
        'with the same key gets the first answer. The calls of an account and of a company carry an access token.',
    },
    servers: [{ url: settings.authUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody) },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const responses: Json =
    endpoint.answer === null
      ? { 204: { description: 'Done; no body' } }
      : { 200: { description: 'The answer', content: json(schemaOf(endpoint.answer)) } };
  Object.assign(responses, refused([...endpoint.refusals, ...commonRefusals]));
  return {
    operationId: name,
    summary: summaries[name as EndpointName],
    ...(endpoint.step && { 'x-flow-step': endpoint.step }),
    parameters: parameters(endpoint),
    requestBody: { required: true, content: json(schemaOf(endpoint.body)) },
    responses,
  };
}

/** The answers of refusals, by status. */
function refused(names: readonly RefusalName[]): Json {
  const responses: Json = {};
  for (const [status, ofStatus] of byStatus(names)) {
    responses[status] = {
      description: ofStatus
        .map((refusal) => `\`${refusalOnTheWire(refusal)}\`: ${refusals[refusal].message}`)
        .join('\n\n'),
      ...(retries(status) && {
        headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
      }),
      content: json({ $ref: '#/components/schemas/Error' }),
    };
  }
  return responses;
}

function parameters(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string, schema: Json): Json => ({
    name,
    in: 'header',
    description,
    schema,
  });
  return [
    header('x-origin', 'The platform that was detected', { type: 'string', enum: [...platforms] }),
    header('x-platform', 'Which program calls', { type: 'string', const: 'authentication-ui' }),
    ...(endpoint.safe
      ? []
      : [
          header('Idempotency-Key', 'Visible ASCII; one per attempt', {
            type: 'string',
            pattern: '^[\\x21-\\x7e]{1,128}$',
          }),
        ]),
  ];
}

function byStatus(names: readonly RefusalName[]): Map<string, RefusalName[]> {
  const groups = new Map<string, RefusalName[]>();
  for (const name of new Set(names)) {
    const status = String(refusals[name].status);
    groups.set(status, [...(groups.get(status) ?? []), name]);
  }
  return new Map([...groups].sort(([a], [b]) => a.localeCompare(b)));
}

const retries = (status: string): boolean => status === '429' || status === '503';
const json = (schema: Json): Json => ({ 'application/json': { schema } });
