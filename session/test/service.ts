/** A test network typed by the contract: one function for each call takes the body and returns the answer. */
import type { Body, PublicCallName, WireAnswer } from '@app/contract/calls/endpoints.ts';
import { publicEndpoints } from '@app/contract/calls/endpoints.ts';
import { refusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

/** The result of a call: an answer, a refusal of the contract, or no answer. */
type Doing<Name extends PublicCallName> =
  { readonly answer: WireAnswer<Name> } | { readonly refusal: RefusalName } | 'lost';
export type Answering = {
  [Name in PublicCallName]?: (body: Body<Name>, init: RequestInit) => Doing<Name> | Promise<Doing<Name>>;
};

/** A `fetch` with these results, and the calls made. */
export function serviceFetch(answering: Answering) {
  const calls: { name: PublicCallName; body: unknown }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(url as string).pathname;
    const name = (Object.keys(publicEndpoints) as PublicCallName[]).find(
      (key) => publicEndpoints[key].path === path,
    );
    if (!name) throw new TypeError(`no call has the path ${path}`);
    const body: unknown = JSON.parse(init.body as string);
    calls.push({ name, body });
    const answer = answering[name] as ((body: unknown, init: RequestInit) => unknown) | undefined;
    const doing = (await answer?.(body, init)) as Doing<PublicCallName> | undefined;
    if (!doing || doing === 'lost') throw new TypeError('Failed to fetch');
    if ('refusal' in doing) {
      const { status, message } = refusals[doing.refusal];
      return Response.json(
        { error: { name: refusalOnTheWire(doing.refusal), message }, requestId: 'r-1' },
        { status },
      );
    }
    return doing.answer === undefined ? new Response(null, { status: 204 }) : Response.json(doing.answer);
  };
  return { fetch, calls, count: (name: PublicCallName) => calls.filter((call) => call.name === name).length };
}
