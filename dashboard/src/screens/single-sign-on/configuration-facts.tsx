import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { days } from '@app/contract/fields/durations.ts';

import { useTexts } from '#i18n/use-texts.ts';
import { Mark, type Tone, Named } from '#page/rows.tsx';
import { useAppearedAt } from '#session/use-session.ts';

import { certificateEnd } from './set-up.ts';
import styles from './single-sign-on.module.css';

/** Without a provider, nothing of it is known. */
type Shown = {
  readonly [Name in keyof SamlConfigurationAnswer]?: SamlConfigurationAnswer[Name] | undefined;
};
type Certificate = SamlConfigurationAnswer['certificates'][number];

/** What is known of the identity provider, with the end of each certificate. */
export function ConfigurationFacts({
  configuration,
  withoutEmail = false,
}: {
  configuration: Shown;
  /** The attribute of the email is shown elsewhere. */
  withoutEmail?: boolean;
}) {
  const { t } = useTexts('single-sign-on');
  const { entityId, ssoUrl, logoutUrl, emailAttribute, certificates = [] } = configuration;
  const facts = [
    [t('single-sign-on.metadata.entityId'), entityId],
    [t('single-sign-on.metadata.loginUrl'), ssoUrl],
    [t('single-sign-on.metadata.logoutUrl'), logoutUrl ?? t('single-sign-on.metadata.none')],
    ...(withoutEmail ? [] : [[t('single-sign-on.metadata.email'), emailAttribute ?? 'NameID'] as const]),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('single-sign-on.metadata.certificates', { count: certificates.length })}</dt>
        <dd>
          <ul role="list" className={styles.certificates}>
            {certificates.map((certificate) => (
              <CertificateLine key={certificate.fingerprint} certificate={certificate} />
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

function CertificateLine({ certificate: { subject, notAfter, fingerprint } }: { certificate: Certificate }) {
  const { formats } = useTexts('single-sign-on');
  const { tone, text } = useCertificateEnd(notAfter);
  return (
    <li>
      <Named
        name={
          <>
            {subject || fingerprint.slice(0, 23)} <Mark tone={tone}>{text}</Mark>
          </>
        }
        details={
          <>
            <span>{formats.date(notAfter)}</span>
            <code>{fingerprint}</code>
          </>
        }
      />
    </li>
  );
}

/** When a certificate ends, in words. */
function useCertificateEnd(notAfter: number): { tone: Tone; text: string } {
  const { t } = useTexts('single-sign-on');
  const now = useAppearedAt();
  const end = certificateEnd(notAfter, now);
  if (end === 'valid') return { tone: 'good', text: t('single-sign-on.metadata.valid') };
  if (end === 'ended') return { tone: 'bad', text: t('single-sign-on.metadata.ended') };
  const count = Math.ceil((notAfter - now) / days(1));
  return { tone: 'warning', text: t('single-sign-on.metadata.endsIn', { count }) };
}
