/** Renders a part of the dashboard in a test, with English texts, a signed-in person and a service that is a function. */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import type { TextTree } from '@app/texts/translate.ts';
import { UiProvider } from '@app/ui/provider';
import { createToastStore, ToastProvider, ToastRegion } from '@app/ui/toast';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import type { User } from '@app/contract/dashboard/users.ts';

import { CallsProvider } from '#calls/calls-context.tsx';
import type { CallOutcome, DashboardClient } from '#calls/dashboard-client.ts';
import { createReauthentication } from '#calls/reauthentication.ts';
import { createDashboardTexts } from '#i18n/dashboard-texts.ts';
import type { TextArea } from '#i18n/text-key.ts';
import { TextsProvider } from '#i18n/texts-provider.tsx';
import { createKeyRegistry, KeysContext } from '#page/keys/use-keys.ts';
import type { DashboardSession, Person, SessionState } from '#session/dashboard-session.ts';
import { SessionContext } from '#session/use-session.ts';

const english = import.meta.glob<TextTree>('../src/i18n/locales/*/en.json', {
  eager: true,
  import: 'default',
});
const textsOf = (area: TextArea): TextTree => english[`../src/i18n/locales/${area}/en.json`] ?? {};

const admin: Person = {
  userId: 'a0000000-0000-4000-8000-000000000001',
  companyId: 'c0000000-0000-4000-8000-000000000001',
  email: 'ada@northline.test',
  isAdmin: true,
};

export interface MadeCall {
  readonly entry: Endpoint;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  readonly key: string | undefined;
  readonly form?: FormData | undefined;
}

/** What the service does with a call. */
export type Service = (call: MadeCall) => CallOutcome<unknown> | Promise<CallOutcome<unknown>>;

/** @param areas the areas whose texts are loaded, besides the frame's */
export function renderInDashboard(
  node: ReactNode,
  { service, person = admin, areas = [] }: { service?: Service; person?: Person; areas?: TextArea[] } = {},
) {
  const calls: MadeCall[] = [];
  const client: DashboardClient = {
    async call(entry, input, options) {
      const made = { entry, input, key: options?.idempotencyKey, form: options?.form };
      calls.push(made);
      if (!service) throw new Error(`nobody expected ${entry.method} ${entry.path}`);
      // The test answers as the entry says.
      return (await service(made)) as Awaited<ReturnType<DashboardClient['call']>> as never;
    },
    async csv(entry) {
      throw new Error(`nobody expected a file of ${entry.path}`);
    },
  };
  const texts = createDashboardTexts({
    language: 'en',
    frame: textsOf('frame'),
    reseller: 'Northline',
    load: async (_, area) => textsOf(area),
  });
  const loaded = Promise.all(areas.map((area) => texts.load(area)));
  const state: SessionState = { kind: 'signedIn', person };
  const session: DashboardSession = {
    getState: () => state,
    subscribe: () => () => {},
    start: async () => {},
    accessToken: async () => 'token',
    now: Date.now,
    companyId: () => person.companyId,
    renew: async () => 'token',
    logInAgain() {},
    confirmSignIn() {},
    signOut: async () => {},
  };
  const toasts = createToastStore();
  const keys = createKeyRegistry();
  const wrap = (content: ReactNode) => (
    <UiProvider>
      <TextsProvider texts={texts}>
        <SessionContext value={session}>
          <CallsProvider calls={{ client, reauthentication: createReauthentication() }}>
            <KeysContext value={keys}>
              <ToastProvider value={toasts}>
                <Router base="/dashboard">{content}</Router>
                <ToastRegion store={toasts} label="Notifications" closeLabel="Dismiss" />
              </ToastProvider>
            </KeysContext>
          </CallsProvider>
        </SessionContext>
      </TextsProvider>
    </UiProvider>
  );
  const view = render(wrap(areas.length === 0 ? node : null));
  const ready = loaded.then(() => view.rerender(wrap(node)));
  return { ...view, calls, keys, texts, ready, user: userEvent.setup() };
}

/** An account of the company, as the service lists it. */
export const personOf = (index: number, facts: Partial<User> = {}): User => ({
  id: `a0000000-0000-4000-8000-00000000010${index}`,
  name: `Person ${index}`,
  email: `person-${index}@northline.test`,
  method: 'password',
  secondStep: 'company',
  status: 'active',
  role: 'User',
  language: 'en',
  version: 1,
  ...facts,
});
