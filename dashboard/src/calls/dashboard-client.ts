/**
 * Makes the calls of the dashboard with an access token. A refused token is renewed once, and a sign-in that is too old
 * is confirmed by the person; the call is then repeated with the same Idempotency-Key. Never throws.
 */
import { type AnyInput, type Client, type ClientOptions, createClient } from '@app/session/calls/client.ts';
import { failureOf, type SignedInFailure } from '@app/session/calls/failure.ts';
import { type Outcome, parsed, type Received } from '@app/session/calls/request.ts';

import type { DashboardSession } from '#session/dashboard-session.ts';

import type { ConfirmSignIn } from './reauthentication.ts';
import type { TextKey } from '#i18n/text-key.ts';

export type CallFailure = SignedInFailure;
/** What a call answers, or its failure. */
export type CallOutcome<Answer> = Outcome<Answer, CallFailure>;
export type DashboardClient = Client<CallFailure>;

export interface DashboardClientOptions extends Pick<ClientOptions, 'authUrl' | 'fetch' | 'timeout'> {
  readonly session: Pick<DashboardSession, 'accessToken' | 'renew' | 'companyId' | 'getState'>;
  /** Asks the person to confirm the sign-in. */
  readonly confirmSignIn: ConfirmSignIn;
}

export function createDashboardClient({
  session,
  confirmSignIn,
  ...options
}: DashboardClientOptions): DashboardClient {
  // A refresh that failed has not ended the session.
  const noToken = (): CallFailure => ({
    kind: session.getState().kind === 'ended' ? 'sessionExpired' : 'network',
  });
  return createClient<CallFailure>({
    ...options,
    platform: 'dashboard',
    authorization: {
      addressOf: (path, input) => addressOf(path, input, session.companyId() ?? ''),
      async send(send, entry) {
        const is401 = (result: Received | CallFailure | undefined, kind: CallFailure['kind']): boolean => {
          if (!result || !('text' in result) || result.status !== 401) return false;
          return failureOf({ ...result, body: parsed(result.text) }, entry, Date.now()).kind === kind;
        };
        /** Sends with a token that the service accepts. */
        async function sendFresh(): Promise<Received | CallFailure | undefined> {
          const token = await session.accessToken();
          if (token === undefined) return noToken();
          const received = await send(token);
          if (!is401(received, 'sessionExpired')) return received;
          const renewed = await session.renew(token);
          return renewed === undefined ? noToken() : send(renewed);
        }
        const result = await sendFresh();
        return is401(result, 'reauthenticationRequired') && (await confirmSignIn()) ? sendFresh() : result;
      },
    },
  });
}

/** The path and query of a call. The company in it is that of the person. */
function addressOf(path: string, { params, query }: AnyInput, companyId: string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'id' ? companyId : params?.[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string' && value !== '') search.set(name, value);
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** The text of a failure. A kind without one does not compile. */
export const failureWords = ({ kind }: CallFailure): TextKey<'frame'> => `frame.failures.${kind}`;
