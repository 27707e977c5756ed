/** Writes SAML metadata of an identity provider that nobody runs, with certificates that end at given times. */
import { days } from '@app/contract/fields/durations.ts';
import { generate } from 'selfsigned';

/** A self-signed certificate in base64 DER. Times in milliseconds since the epoch. */
export async function makeCertificate(name: string, endsAt: number): Promise<string> {
  const { cert } = await generate([{ name: 'commonName', value: name }], {
    algorithm: 'sha256',
    keySize: 2048,
    notBeforeDate: new Date(endsAt - days(400)),
    notAfterDate: new Date(endsAt),
  });
  return cert.replaceAll(/-----[^-]+-----|\s/g, '');
}

/** @param certificates base64 DER */
export function providerMetadata(certificates: readonly string[]): string {
  const keys = certificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.lowtide.test/metadata">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.lowtide.test/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
}
