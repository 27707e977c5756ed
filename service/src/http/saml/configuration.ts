/**
 * What an admin's tools and an identity provider ask for SAML: the upload of a company's metadata (spec §4), and the
 * service's own. The upload is not a call of `endpoints`, because its body is a file; it is limited, timed and answered
 * like one.
 */
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { samlConfigurationPath } from '@app/contract/calls/saml-configuration.ts';

import type { Deps } from '#deps.ts';
import { samlMetadataOf } from '#flows/company/service-provider.ts';
import {
  previewSamlConfiguration,
  uploadSamlConfiguration,
} from '#flows/dashboard/single-sign-on/saml-configuration.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';
import { type Actor, findActor } from '#store/dashboard/actor.ts';
import type { SessionHolder } from '#store/sessions/sessions.ts';

import { bearerOf, challenge } from '#http/calls/bearer.ts';
import { idempotencyKeyOf } from '#http/calls/call-input.ts';
import type { Caller } from '#http/calls/routes.ts';
import { notMultipart, readSamlUpload, uploadOptions } from './upload.ts';
import { discardBody } from '#http/request/large-body.ts';

interface OfCompany {
  Params: { id: string };
  /** `preview=true`: what would be saved, and nothing is. */
  Querystring: { preview?: unknown };
}

const name = 'uploadSamlConfiguration';

export function installSamlConfiguration(app: FastifyInstance, deps: Deps, caller: Caller): void {
  // In its own scope, so that no other call reads this kind of body.
  void app.register(async (scope) => {
    await scope.register(multipart, uploadOptions);
    // The framework's own refusal of a type would ask for JSON.
    scope.setErrorHandler((error) => {
      throw isOtherType(error) ? notMultipart() : error;
    });
    // Whatever is answered, also before the body was read.
    scope.addHook('onSend', async (request, reply) => {
      if (!(await discardBody(request.raw))) reply.header('connection', 'close');
    });
    scope.put<OfCompany>(samlConfigurationPath.replace('{id}', ':id'), async (request, reply) => {
      const companyId = request.params.id.toLowerCase();
      const holder = await bearerOf(request, reply, deps);
      // Before the body is read: what a stranger sends costs nothing.
      const preview = request.query.preview === 'true';
      const actor = await caller.run(name, request, async () => {
        try {
          return await companyAdmin(companyId, holder, deps);
        } catch (error) {
          if (error instanceof Refusal && error.refusal === 'sessionExpired') challenge(reply, true);
          throw error;
        }
      });
      const key = preview ? undefined : idempotencyKeyOf(request);
      const upload = await readSamlUpload(request);
      const answer = await caller.run(name, request, async (call) => {
        if (preview) return previewSamlConfiguration(upload, { ...call, actor }, deps);
        const body = { ...upload, companyId, accountId: actor.account.id, file: hashOf(upload.file) };
        return answerOnce({ name, key, body, call, deps }, async (once) =>
          uploadSamlConfiguration(upload, { ...once, actor }, deps),
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
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="metadata.xml"')
      .send(xml);
  });
}

const isOtherType = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

/**
 * The caller as the database knows it now. Throws as the calls of the dashboard do: `notFound` for another company,
 * whoever asks, `forbidden` for others than its admins.
 */
async function companyAdmin(companyId: string, holder: SessionHolder, deps: Deps): Promise<Actor> {
  const actor = await findActor(deps.store.relaxed, holder, deps.clock());
  if (actor === undefined) throw new Refusal('sessionExpired');
  if (actor.account.companyId !== companyId) throw new Refusal('notFound');
  if (!actor.isAdmin) throw new Refusal('forbidden');
  return actor;
}

const hashOf = (file: Uint8Array | undefined): string | undefined =>
  file && createHash('sha256').update(file).digest('base64url');
