/**
 * What an admin's tools and an identity provider ask for SAML: the upload of a company's metadata (spec §4), and the
 * service's own. The upload is no call of `endpoints`, for its body is a file; it is limited, timed and answered like
 * one.
 */
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { samlConfigurationPath } from '@app/contract/calls/saml-configuration.ts';

import type { Deps } from '#deps.ts';
import { checkCompanyAdmin, samlMetadataOf, uploadSamlConfiguration } from '#flows/company/companies.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';

import { bearerOf, challenge } from '#http/calls/bearer.ts';
import { discardBody } from './discard-body.ts';
import { type Caller, idempotencyKeyOf } from '#http/calls/routes.ts';
import { readSamlUpload, uploadOptions } from './upload.ts';

interface OfCompany {
  Params: { id: string };
}

const name = 'uploadSamlConfiguration';

export function installSamlConfiguration(app: FastifyInstance, deps: Deps, caller: Caller): void {
  // In a scope of its own, so that no other call reads this kind of body.
  void app.register(async (scope) => {
    await scope.register(multipart, uploadOptions);
    // Whatever is answered, also before the body was read.
    scope.addHook('onSend', async (request, reply) => {
      if (!(await discardBody(request.raw))) reply.header('connection', 'close');
    });
    scope.put<OfCompany>(samlConfigurationPath.replace('{id}', ':id'), async (request, reply) => {
      const companyId = request.params.id.toLowerCase();
      const holder = await bearerOf(request, reply, deps);
      // Before the body is read: what a stranger sends costs nothing.
      await caller.run(name, request, async () => {
        await checkCompanyAdmin(companyId, holder, deps).catch((error: unknown) => {
          if (error instanceof Refusal && error.refusal === 'sessionExpired') challenge(reply, true);
          throw error;
        });
      });
      const key = idempotencyKeyOf(request);
      const upload = await readSamlUpload(request);
      const answer = await caller.run(name, request, async (call) => {
        const body = { ...upload, companyId, holder, file: hashOf(upload.file) };
        return answerOnce({ name, key, body, call, deps }, async (known) =>
          uploadSamlConfiguration({ companyId, holder, upload }, known, deps),
        );
      });
      return reply.type('application/json; charset=utf-8').send(answer);
    });
  });

  app.get<OfCompany>('/auth/v1/saml/:id/metadata', async (request, reply) => {
    const xml = await caller.run('samlMetadata', request, async () =>
      samlMetadataOf(request.params.id, deps),
    );
    return reply
      .type('application/samlmetadata+xml')
      .header('content-disposition', 'attachment; filename="metadata.xml"')
      .send(xml);
  });
}

const hashOf = (file: Uint8Array | undefined): string | undefined =>
  file && createHash('sha256').update(file).digest('base64url');
