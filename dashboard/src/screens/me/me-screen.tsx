import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { later } from '#page/later.tsx';
import { Screen } from '#page/screen.tsx';

import { DevicesSection } from './devices-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const HistorySection = later(
  async () => (await import('./later-sections.ts')).HistorySection,
  <Loading lines={2} />,
);
const FactorsSection = later(
  async () => (await import('./later-sections.ts')).FactorsSection,
  <Loading lines={2} />,
);
const PasskeysSection = later(
  async () => (await import('./later-sections.ts')).PasskeysSection,
  <Loading lines={2} />,
);

/** What each person sees and changes of their own account (requirements §5). */
export function MeScreen() {
  const { t } = useTexts('me');
  const account = useRead(ownAccountEndpoints.readAccount, {});
  return (
    <Screen heading={t('frame.areas.me')}>
      {account.failure && <Failed failure={account.failure} onTryAgain={account.readAgain} />}
      {account.loading && <Loading />}
      {account.answer && (
        <div className={content.inOrder}>
          <ProfileSection account={account.answer} />
          <PasswordSection account={account.answer} />
          {account.answer.method === 'password' && <PasskeysSection account={account.answer} />}
          {(account.answer.method === 'password' || account.answer.secondStepAsked) && <FactorsSection />}
          <SessionsSection />
          <DevicesSection />
          <HistorySection />
        </div>
      )}
    </Screen>
  );
}
