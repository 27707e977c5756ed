/** A complete set of valid production settings, of which a test changes one at a time. */
export const productionEnvironment = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://login.example.com',
  DATABASE_URL: 'postgresql://app:secret-word@db.example.com/app?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.example.com',
  SIGNING_KEY_FILE: '/run/secrets/keys.json',
  DASHBOARD_URL: 'https://dashboard.example.com',
  WORKSPACE_URL: 'https://work.example.com',
  USER_POOL_ID: 'eu-1',
  CLIENT_ID_WEB: 'web',
  CLIENT_ID_WEB_SECURE: 'web-secure',
  CLIENT_ID_MOBILE: 'mobile',
  CLIENT_ID_MOBILE_SECURE: 'mobile-secure',
} as const;
