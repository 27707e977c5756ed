/** One request to a page: `{{…}}` stands for what exists in the service (`people.ts`), `{{message}}` for the provider's. */
import type { ProviderMessage } from './provider-messages.ts';

export interface PageRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly message: ProviderMessage | undefined;
}
