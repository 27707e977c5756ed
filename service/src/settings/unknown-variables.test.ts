import { expect, test } from 'vitest';

import { unknownVariables } from './unknown-variables.ts';
import { variableDefaults } from './setting-variables.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['PORTS', 'PORT'],
  ['public_url', 'PUBLIC_URL'],
  ['RESELLER_COLOUR', 'RESELLER_COLOR'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['METRICS_PATH', 'METRICS_PORT'],
])('%s is named with %s', (variable, nearest) => {
  expect(unknownVariables({ [variable]: 'x' })).toEqual([{ variable, nearest }]);
});

test('settings, and variables of other programs, are not named', () => {
  expect(unknownVariables(variableDefaults)).toEqual([]);
  const others = [
    'PATH HOME HOSTNAME SHELL USER PWD TERM LANG TZ TMPDIR NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS npm_config_port',
    'OTEL_EXPORTER_OTLP_HEADERS GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT KUBERNETES_SERVICE_HOST',
    'METRICS_SERVICE_HOST METRICS_PORT_9464_TCP_ADDR PGHOST PGDATABASE',
  ];
  expect(
    unknownVariables(
      Object.fromEntries(
        others
          .join(' ')
          .split(' ')
          .map((name) => [name, 'x']),
      ),
    ),
  ).toEqual([]);
});
