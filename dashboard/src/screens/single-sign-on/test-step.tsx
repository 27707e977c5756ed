import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';

import type { Configuration } from './set-up.ts';
import { StartTest } from './start-test.tsx';
import { Step } from './step.tsx';

/** Step 4: a login at the provider that logs nobody in. */
export function TestStep({ configuration }: { configuration: Configuration }) {
  const { t, formats } = useTexts('single-sign-on');
  const configured = configuration.entityId !== undefined;
  const { testedAt } = configuration;
  return (
    <Step
      number={4}
      heading={t('single-sign-on.test.title')}
      lead={t('single-sign-on.test.lead')}
      done={testedAt !== undefined}
    >
      <div className={content.actions}>
        <StartTest
          disabled={!configured}
          variant={testedAt === undefined ? 'primary' : 'secondary'}
          label={t(testedAt === undefined ? 'single-sign-on.test.start' : 'single-sign-on.test.again')}
        />
        <span className={content.note}>
          {testedAt !== undefined
            ? t('single-sign-on.test.passedAt', { time: formats.dateTime(testedAt) })
            : t(configured ? 'single-sign-on.test.open' : 'single-sign-on.test.needsProvider')}
        </span>
      </div>
    </Step>
  );
}
