/** The parts of the OpenAPI document that are no JSON calls: a company's SAML set-up. */
import {
  metadataProblems,
  samlConfigurationAnswer,
  samlConfigurationPath,
} from '@app/contract/calls/saml-configuration.ts';
import type { GenericSchema } from 'valibot';
import { commonRefusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import * as limits from '@app/contract/fields/limits.ts';

type Json = Record<string, unknown>;

/** How the document writes a schema, and the answers of refusals: as for every other call. */
export interface Writers {
  readonly schemaOf: (schema: GenericSchema) => Json;
  readonly refused: (names: readonly RefusalName[]) => Json;
}

const companyId: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The company',
  schema: { type: 'string', format: 'uuid' },
};

export function samlPaths({ schemaOf, refused }: Writers): Record<string, Json> {
  return {
    [samlConfigurationPath]: {
      put: {
        operationId: 'uploadSamlConfiguration',
        summary: "Set up a company's identity provider from its metadata file",
        security: [{ accessToken: [] }],
        parameters: [
          companyId,
          {
            name: 'preview',
            in: 'query',
            description: '`true`: answers what would be saved, and saves nothing',
            schema: { type: 'string', enum: ['true'] },
          },
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Visible ASCII; one per attempt',
            schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  file: {
                    type: 'string',
                    contentMediaType: 'application/samlmetadata+xml',
                    description:
                      `SAML 2.0 metadata of one identity provider, ${limits.samlMax / 1024} KiB at most. ` +
                      `What can be wrong with it (422, \`fields.file\`): ${metadataProblems.join(', ')}`,
                  },
                  emailAttribute: {
                    type: 'string',
                    maxLength: 256,
                    description:
                      'The attribute that holds the email, in place of the one that the metadata advertises; ' +
                      'empty: the NameID. Without a file it changes the saved provider',
                  },
                  keepCertificates: {
                    type: 'string',
                    enum: ['true', 'false'],
                    description:
                      "`true`: the certificates in use stay beside the file's, five at most, while the same " +
                      'provider changes its key',
                  },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'What was read from it',
            content: { 'application/json': { schema: schemaOf(samlConfigurationAnswer) } },
          },
          ...refused([
            'sessionExpired',
            'reauthenticationRequired',
            'forbidden',
            'notFound',
            ...commonRefusals,
          ]),
        },
      },
    },
    '/auth/v1/saml/{id}/metadata': {
      get: {
        operationId: 'samlMetadata',
        summary: "The service's own SAML metadata, for a company's identity provider",
        parameters: [companyId],
        responses: {
          200: {
            description: 'SAML 2.0 metadata of the service provider',
            content: { 'application/samlmetadata+xml': { schema: { type: 'string' } } },
          },
          ...refused(['malformed', 'notFound', 'misdirected', 'rateLimited', 'unavailable', 'unknown']),
        },
      },
    },
  };
}
