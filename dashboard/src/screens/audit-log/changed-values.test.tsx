import { auditActions, type AuditValues } from '@app/contract/dashboard/audit-actions.ts';
import { accountStatuses, roles, secondSteps } from '@app/contract/dashboard/users.ts';
import { strategies, providerSteps } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { actionKeys } from './audit-words.ts';
import { ChangedValues } from './changed-values.tsx';

const id = 'a0000000-0000-4000-8000-000000000001';
/** Every value that the service can write: another one in the contract does not compile here. */
const every: { readonly [Name in keyof Required<AuditValues>]: readonly AuditValues[Name][] } = {
  method: strategies,
  status: accountStatuses,
  secondStep: secondSteps,
  role: roles,
  name: ['Ivy Lang', ''],
  email: ['ivy@a.test'],
  device: ['Firefox, Linux', undefined],
  entityId: ['https://provider.test/metadata'],
  ssoUrl: ['https://provider.test/login'],
  logoutUrl: ['https://provider.test/logout', undefined],
  emailAttribute: ['mail', undefined],
  certificates: [['AB:CD:EF:01:23:45:67:89:AB:CD'], []],
  sso: [
    { required: false },
    { required: true, breakGlassUserId: id },
    { required: true, breakGlassUserId: id, breakGlassEmail: 'ada@a.test' },
  ],
  providerSignInHours: [8, undefined],
  providerStep: [...providerSteps, undefined],
  factorFrom: [Date.UTC(2026, 11, 3, 12), undefined],
  accountsChanged: [9950],
};

async function shown(before: AuditValues | undefined, after: AuditValues | undefined): Promise<string> {
  const view = renderInDashboard(<ChangedValues before={before} after={after} />, { areas: ['audit-log'] });
  await view.ready;
  const text = view.container.textContent;
  view.unmount();
  return text;
}

test('every value of every kind of change is shown as a name and words, never as JSON or an id', async () => {
  for (const [name, values] of Object.entries(every))
    for (const value of values)
      for (const other of [undefined, {}, ...values.map((each) => ({ [name]: each }))]) {
        if (value === undefined) continue;
        const after = { [name]: value };
        if (JSON.stringify(other) === JSON.stringify(after)) continue;
        const text = await shown(other, after);
        expect(text, JSON.stringify([other, after])).not.toMatch(
          /[{}"[\]]|undefined|null|audit-log\.|a0000000|breakGlass|unrecognised|unconfirmed/,
        );
        // A name with its value.
        expect(text.length, JSON.stringify([other, after])).toBeGreaterThan(name === 'certificates' ? 0 : 5);
      }
  expect(actionKeys).toEqual(auditActions);
});

test('a change of the policy names who keeps the password, and numbers have separators', async () => {
  const text = await shown(
    { sso: { required: false } },
    { sso: { required: true, breakGlassUserId: id, breakGlassEmail: 'ada@a.test' }, accountsChanged: 9950 },
  );
  expect(text).toContain('Single sign-on required');
  expect(text).toContain('before: no');
  expect(text).toContain('Keeps the password');
  expect(text).toContain('ada@a.test');
  expect(text).toContain('9,950');
});

test('the day from which a factor is required is a date', async () => {
  const text = await shown({}, { factorFrom: Date.UTC(2026, 11, 3, 12) });
  expect(text).toContain('Passkey or authenticator app required from');
  expect(text).toContain('before: none');
  expect(text).toContain('Dec 3, 2026');
});
