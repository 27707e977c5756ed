/** The settings of the service (decisions, section 2) and the only reader of `process.env`. */

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly environment: 'development' | 'staging' | 'production';
  /** The app's own address without a trailing slash; links in mails are built from it alone. */
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** undefined: mails go to the mailbox page. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** undefined: made in `dataDir` (development only). */
  readonly signingKeyFile: string | undefined;
  readonly userPoolId: string;
  readonly clientIds: {
    readonly web: string;
    readonly webSecure: string;
    readonly mobile: string;
    readonly mobileSecure: string;
  };
  readonly identityUrl: string;
  readonly authUrl: string;
  readonly dashboardUrl: string;
  readonly workspaceUrl: string;
  readonly desktopUrl: string;
  /** Empty string: risk data is switched off. */
  readonly riskDataScriptUrl: string;
  readonly reseller: {
    readonly name: string;
    readonly logoUrl: string | undefined;
    /** `#rrggbb` */
    readonly color: string | undefined;
  };
  readonly signUpUrl: string;
  readonly helpUrl: string;
  readonly cookieDomain: string | undefined;
  /** 'always': a Google or SSO account is answered with the specified 403; 'proven': with the plain 401 and a mail. */
  readonly revealSignInMethod: 'always' | 'proven';
  readonly trustedProxies: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly logLevel: string;
}

