import type { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { ButtonLink } from '@app/ui/button';
import { Tab, TabList, TabPanel, Tabs } from '@app/ui/tabs';
import type * as v from 'valibot';

import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';

import { CopyValue } from './copy-value.tsx';
import { type Provider, providers } from './provider-fields.ts';
import styles from './single-sign-on.module.css';
import { Step } from './step.tsx';

export type OurValues = v.InferOutput<
  (typeof singleSignOnEndpoints)['readSamlConfiguration']['answer']
>['serviceProvider'];

/** Step 2: our values for the provider's console, in its own words. Its metadata shows that an application exists there. */
export function ProviderStep({ values, done }: { values: OurValues; done: boolean }) {
  const { t } = useTexts('single-sign-on');
  return (
    <Step
      number={2}
      heading={t('single-sign-on.provider.title')}
      lead={t('single-sign-on.provider.lead')}
      done={done}
    >
      <Tabs>
        <TabList label={t('single-sign-on.provider.tabs')}>
          {providers.map(({ id, name }) => (
            <Tab key={id} id={id}>
              {name ?? t('single-sign-on.provider.other')}
            </Tab>
          ))}
        </TabList>
        {providers.map((provider) => (
          <TabPanel key={provider.id} id={provider.id}>
            <ProviderFields provider={provider} values={values} />
          </TabPanel>
        ))}
      </Tabs>
    </Step>
  );
}

function ProviderFields({ provider, values }: { provider: Provider; values: OurValues }) {
  const { t } = useTexts('single-sign-on');
  const { path, fields, fixed, metadata } = provider;
  return (
    <div className={styles.panel}>
      {path.length > 0 && (
        <p className={styles.path}>
          <span>{t('single-sign-on.provider.path')}</span> {/* The console's own words. */}
          <bdi lang="en">{path.join(' → ')}</bdi>
        </p>
      )}
      <dl className={styles.values}>
        {fields.map(([field, value]) => (
          <CopyValue key={field} name={field} value={values[value]} />
        ))}
        {fixed.map(([field, value]) => (
          <CopyValue key={field} name={field} value={value} />
        ))}
        <CopyValue name={t('single-sign-on.provider.start')} value={values.startUrl} />
      </dl>
      <p className={content.note}>{t('single-sign-on.provider.startNote')}</p>
      <p className={content.note}>
        {metadata === undefined
          ? t('single-sign-on.provider.thenOther')
          : t('single-sign-on.provider.then', {
              place: metadata.replace('{host}', `<${t('single-sign-on.provider.adfsHost')}>`),
            })}
      </p>
      <div className={content.actions}>
        <ButtonLink variant="secondary" size="small" href={values.metadataUrl} download="metadata.xml">
          {t('single-sign-on.provider.download')}
        </ButtonLink>
        {values.certificate !== undefined && <CertificateLink certificate={values.certificate} />}
      </div>
    </div>
  );
}

/** Our certificate as a file, for providers that ask for it separately. */
function CertificateLink({ certificate }: { certificate: string }) {
  const { t } = useTexts('single-sign-on');
  return (
    <ButtonLink
      variant="quiet"
      size="small"
      href={`data:application/x-pem-file;base64,${btoa(certificate)}`}
      download="certificate.pem"
    >
      {t('single-sign-on.provider.certificate')}
    </ButtonLink>
  );
}
