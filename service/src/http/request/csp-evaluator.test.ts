/** Google's CSP Evaluator on the policy of every document and of every other answer (threat D4). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { type Finding, Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { pagePaths } from '@app/contract/pages/pages.ts';

import type { Settings } from '#settings/config.ts';
import { makeDashboardBuild } from '#test/setup/dashboard-build.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

import { createHeaders } from './headers.ts';

const host = 'login.example.com';
const dashboard = makeDashboardBuild();
let service: TestApp;
beforeAll(async () => {
  service = await createTestApp({ settings: production, app: { dashboardDir: dashboard.dir } });
});
afterAll(async () => {
  await service.close();
  dashboard.remove();
});

/** As many origins as a deployment can have: every one of them widens a policy. */
const production: Partial<Settings> = {
  publicUrl: `https://${host}`,
  authUrl: 'https://auth.example.com',
  identityUrl: 'https://id.example.com',
  dashboardUrl: `https://${host}/dashboard`,
  workspaceUrl: 'https://app.example.com/workspace',
  logIntakeUrl: 'https://logs.example.com/intake',
  sentryDsn: 'https://publickey@sentry.example.com/42',
  allowedOrigins: [`https://${host}`, 'https://app.example.com'],
  frameOrigins: ['https://crm.example.com'],
  reseller: {
    name: 'Northline',
    logoUrl: 'https://www.example.com/logo.svg',
    color: '#7a3cff',
    slogan: undefined,
  },
};

/**
 * What the evaluator says of `script-src 'self'`: that it is a danger where the origin serves JSONP, AngularJS or files
 * of others as scripts. It serves none (threat F3), and answers that are no build files are `nosniff`.
 */
const isSelf = ({ type, directive, value }: Finding): boolean =>
  type === Type.SCRIPT_ALLOWLIST_BYPASS && directive === 'script-src' && value === "'self'";

const findingsOf = (policy: string): Finding[] => new CspEvaluator(new CspParser(policy).csp).evaluate();

const describeFinding = ({ severity, directive, value, description }: Finding): string =>
  `${Severity[severity]} ${directive} ${value ?? ''}: ${description}`;

it('D4: finds nothing in the policy of any document, but that scripts come from our own origin', async () => {
  const html = { host, accept: 'text/html' };
  const urls = [...pagePaths, '/no/such/page', '/help', '/docs', '/dashboard', '/dashboard/people'];
  const policies = new Map<string, string[]>();
  let documents = 1;
  for (const url of urls) {
    const { headers } = await service.app.inject({ url, headers: html });
    if (headers.location !== undefined) continue;
    expect(headers['content-type'], url).toBe('text/html; charset=utf-8');
    documents += 1;
    const policy = String(headers['content-security-policy']);
    policies.set(policy, [...(policies.get(policy) ?? []), url]);
  }
  // The page that posts a message of SAML to an identity provider may send a form there and on.
  const posting = createHeaders(service.deps.settings).page(['sha256-abc'], { formTo: 'https:' });
  policies.set(String(posting['content-security-policy']), ['the page that posts to a provider']);

  expect(documents).toBeGreaterThan(15);
  for (const [policy, pages] of policies) {
    const others = findingsOf(policy).filter((finding) => !isSelf(finding));
    expect(others.map(describeFinding), `${pages.join(', ')}: ${policy}`).toEqual([]);
  }
});

it('D4: finds nothing in the policy of an answer that is no document', async () => {
  const { headers } = await service.app.inject({ url: '/healthz', headers: { host } });
  expect(findingsOf(String(headers['content-security-policy'])).map(describeFinding)).toEqual([]);
});

it('finds what is wrong in a weak policy', () => {
  const severities = (policy: string) => findingsOf(policy).map(({ severity }) => severity);
  expect(severities("script-src 'unsafe-inline' *; object-src *")).toContain(Severity.HIGH);
  expect(severities("default-src 'self' https:")).toContain(Severity.HIGH);
});
