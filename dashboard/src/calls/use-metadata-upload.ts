import { singleSignOnEndpoints, uploadSamlConfiguration } from '@app/contract/dashboard/single-sign-on.ts';
import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { useQueryClient } from '@tanstack/react-query';

import type { CallOutcome } from './dashboard-client.ts';
import { useCalls } from './calls-context.tsx';
import { readAgain, readKey } from './use-read.ts';

export interface MetadataUpload {
  /** Undefined: only the attribute of the saved provider changes. */
  readonly file?: File;
  /** Those in use stay beside the file's. */
  readonly keepCertificates?: boolean;
  /** The attribute with the email; empty: the NameID; undefined: as the file says. */
  readonly emailAttribute?: string | undefined;
}

export interface MetadataUploading {
  /** What would be saved. Changes nothing. */
  readonly preview: (upload: MetadataUpload) => Promise<CallOutcome<SamlConfigurationAnswer>>;
  readonly save: (upload: MetadataUpload) => Promise<CallOutcome<SamlConfigurationAnswer>>;
}

/** Uploads the metadata of the company's identity provider. */
export function useMetadataUpload(): MetadataUploading {
  const { client } = useCalls();
  const queries = useQueryClient();

  function send({ file, keepCertificates = false, emailAttribute }: MetadataUpload, preview: boolean) {
    const form = new FormData();
    form.append('keepCertificates', String(keepCertificates));
    if (emailAttribute !== undefined) form.append('emailAttribute', emailAttribute);
    if (file !== undefined) form.append('file', file);
    return client.call(uploadSamlConfiguration, { ...(preview && { query: { preview: 'true' } }) }, { form });
  }
  return {
    preview: (upload) => send(upload, true),
    async save(upload) {
      const outcome = await send(upload, false);
      for (const entry of Object.values(singleSignOnEndpoints))
        if (outcome.ok && entry.method === 'GET') void readAgain(queries, readKey(entry));
      return outcome;
    },
  };
}
