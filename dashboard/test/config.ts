import type { DashboardConfig } from '#config.ts';

const origin = 'http://localhost:4000';

/** The settings of a development product. */
export const config: DashboardConfig = {
  version: '1.9.0',
  environment: 'development',
  publicUrl: origin,
  authUrl: origin,
  logIntakeUrl: `${origin}/log-intake`,
  identityUrl: origin,
  dashboardUrl: `${origin}/dashboard`,
  workspaceUrl: `${origin}/workspace`,
  desktopUrl: 'northline://open',
  allowedOrigins: [origin],
  brand: { name: 'Northline' },
  helpUrl: '/help',
  pageLanguage: 'en',
};
