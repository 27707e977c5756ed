/** What is known about a company's identity provider. The store keeps it, and never enters this room: hence the contract. */
export type { SamlConfiguration } from '@app/contract/saml-configuration.ts';
