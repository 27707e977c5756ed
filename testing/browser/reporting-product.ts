/** The `test` of journeys about error reports: a staging product over https that reports to an intake of the test. */
import { test as overHttps } from './https-hosts.ts';
import { startReportIntake, type ReportIntake } from './report-intake.ts';

export { expect } from './https-hosts.ts';

/** Starts a product at `https://login.corp.test`, with the dashboard on the same host. */
export const test = overHttps.extend<{ freshIntake: undefined }, { intake: ReportIntake }>({
  intake: [
    async ({}, use) => {
      const intake = await startReportIntake();
      await use(intake);
      await intake.stop();
    },
    { scope: 'worker' },
  ],

  // The files of a worker share the intake.
  freshIntake: [
    async ({ intake }, use) => {
      intake.clear();
      await use(undefined);
    },
    { auto: true },
  ],

  settings: [
    async ({ hosts, intake }, use) =>
      use({
        ENVIRONMENT: 'staging',
        PUBLIC_URL: hosts.origin('login'),
        DASHBOARD_URL: `${hosts.origin('login')}/dashboard`,
        WORKSPACE_URL: hosts.origin('work'),
        SENTRY_DSN: intake.dsn,
        // Its button is in the page only with an issuer.
        GOOGLE_CLIENT_ID: 'staging-google',
      }),
    { scope: 'worker' },
  ],
});
