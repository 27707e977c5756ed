/** The calls of the dashboard in the OpenAPI document, made of their entries (requirements §5). */
import {
  dashboardEndpoints,
  type DashboardCallName,
  type DashboardEndpoint,
} from '@app/contract/dashboard/dashboard-endpoints.ts';
import { dashboardRefusals } from '@app/contract/dashboard/dashboard-endpoint.ts';
import { commonRefusals } from '@app/contract/calls/refusals.ts';

import type { Writers } from './openapi-saml.ts';

type Json = Record<string, unknown>;

/** One line for the reader of the document; here and not in the contract, which the apps carry along. */
const summaries: Record<DashboardCallName, string> = {
  readAccount: 'Read your own account',
  changeAccount: 'Change your name or language',
  changePassword: 'Change your password with the current one; your other sessions end',
  reauthenticate: 'Give your password again, after reauthenticationRequired',
  listOwnSessions: 'List the sessions in which you are signed in',
  endOwnSession: 'End one of your sessions',
  endOtherSessions: 'End all of your other sessions',
  listOwnEvents: 'List what happened to your account, newest first',
  listOwnDevices: 'List the devices that your account knows',
  forgetOwnDevice: 'Forget a device: its next sign-in is one with an unknown device',
  listUsers: 'List the accounts of a company, searched, filtered and sorted',
  readUser: 'Read one account',
  renameUser: 'Change the name of an account',
  changeUsers:
    'Change the method, status, second step or role of many accounts; each is done or not on its own',
  signOutUsers: 'End every session of many accounts',
  requestEmailChange: 'Ask for another email address of an account; the new one gets the link',
  cancelEmailChange: 'Cancel the change of an email address',
  requestNewPassword: 'Ask an account for a new password; the old one stops working',
  listUserSessions: 'List the sessions of an account',
  endUserSession: 'End one session of an account',
  listUserDevices: 'List the devices that an account knows',
  forgetUserDevice: 'Forget a device of an account: its next sign-in is one with an unknown device',
  listInvitations: 'List the invitations of a company',
  invite: 'Invite one or many, row by row',
  resendInvitations: 'Mail many invitations again',
  revokeInvitations: 'Revoke many invitations',
  revokeInvitation: 'Revoke an invitation',
  listDomains: 'List the domains that a company claims, with their DNS records',
  addDomain: 'Claim a domain',
  verifyDomain: "Look up a domain's DNS record now",
  removeDomain: 'Give up a domain',
  readSamlConfiguration: "Read a company's identity provider, and the service's own values for it",
  deleteSamlConfiguration: "Remove a company's identity provider",
  startSamlTest: 'Begin a test sign-in at the identity provider, which signs nobody in',
  readSamlTest: 'Read what a test sign-in found, check by check',
  readPolicy: 'Read how a company signs in',
  changePolicy: 'Change how a company signs in',
  readPolicyEffect: 'Count whom required single sign-on would change',
  listEvents: 'List the sign-in log of a company; as CSV with accept: text/csv',
  listAuditEntries: "List the audit log: every change by a company's admins",
  readOverview: 'Read the figures of the overview',
};

/** Each path with its operation by method. */
export function dashboardOperations(writers: Writers): [path: string, methods: Json][] {
  return (Object.keys(dashboardEndpoints) as DashboardCallName[]).map((name) => {
    const endpoint: DashboardEndpoint = dashboardEndpoints[name];
    return [endpoint.path, { [endpoint.method.toLowerCase()]: operation(name, endpoint, writers) }];
  });
}

function operation(name: DashboardCallName, endpoint: DashboardEndpoint, writers: Writers): Json {
  const { access, answer, body, csv, method, refusals, status } = endpoint;
  const { schemaOf, refused } = writers;
  return {
    operationId: name,
    summary: summaries[name],
    tags: [access === 'admin' ? 'company' : 'account'],
    security: [{ accessToken: [] }],
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint, schemaOf),
      ...(method === 'GET' ? [] : [idempotencyKey]),
    ],
    ...(body !== null && { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      [status]:
        answer === null
          ? { description: 'Done; no body' }
          : {
              description: 'The answer',
              content: {
                ...json(schemaOf(answer)),
                ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
              },
            },
      ...refused([
        ...refusals,
        ...dashboardRefusals.filter((each) => each !== 'forbidden' || access === 'admin'),
        ...commonRefusals,
      ]),
    },
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Visible ASCII; one per attempt',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
};

/** The ids that are no UUID. */
const words: ReadonlySet<string> = new Set(['domain', 'deviceId']);

const pathParameters = ({ path }: DashboardEndpoint): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? 'The company' : 'What the call is about',
    schema: words.has(name) ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));

function queryParameters({ query }: DashboardEndpoint, schemaOf: Writers['schemaOf']): Json[] {
  if (query === null) return [];
  const { properties, required = [] } = schemaOf(query) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: name === 'cursor' ? '`nextCursor` of the answer before' : '',
    schema,
  }));
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });
