/** Types of `samlp`, an identity-provider library without types: only the functions that the tests use. */
import { createRequire } from 'node:module';

interface Samlp {
  getSamlResponse(
    options: Record<string, unknown>,
    user: object,
    done: (error: unknown, xml: string) => void,
  ): void;
  metadata(options: {
    issuer: string;
    cert: string;
    redirectEndpointPath: string;
    postEndpointPath: string;
    logoutEndpointPaths: { redirect: string };
  }): (
    request: { headers: { host: string }; protocol: string; originalUrl: string },
    response: { set: (name: string, value: string) => void; send: (text: string) => void },
  ) => void;
}

const require = createRequire(import.meta.url);
export const samlp: Samlp = require('samlp');
