/** The log: one line of JSON per event on standard output. Values that must never be in it are cut out by name. */
import { pino, type DestinationStream, type Logger } from 'pino';

import type { Settings } from './settings/config.ts';

/** Names under which a secret could reach the log by mistake (spec §9), at the top and one level down. */
const secretNames = [
  'password',
  'passwordConfirmation',
  'code',
  'token',
  'idToken',
  'id_token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'deviceToken',
  'session',
  'contextData',
  'body',
  'authorization',
  'Authorization',
  'cookie',
  'query',
  'parameters',
];

export function createLog(
  settings: Pick<Settings, 'logLevel' | 'environment'>,
  to?: DestinationStream,
): Logger {
  const options = {
    level: settings.logLevel,
    base: { service: 'auth-service', environment: settings.environment },
    redact: {
      // An error's `code` says what failed (ECONNREFUSED); it is kept, as nothing of a person's is under `err`.
      paths: [
        ...secretNames,
        ...secretNames.flatMap((name) => (name === 'code' ? ['req.code', 'values.code'] : [`*.${name}`])),
        'req.headers',
      ],
      censor: '<sensitive>',
    },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return to === undefined ? pino(options) : pino(options, to);
}
