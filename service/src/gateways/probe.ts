/** Checks whether a configured service answers. */
import { toldWork } from '#work-channel.ts';

/**
 * The response time in whole milliseconds; null for a timeout and for a 5xx. A redirect counts as an answer and is not
 * followed, so no other server is called; the body is not read.
 */
export async function probe(address: URL, timeout: number): Promise<number | null> {
  const begun = performance.now();
  try {
    const answer = await toldWork(
      () => ({ kind: 'request', name: 'probe service', facts: { host: address.host } }),
      () =>
        fetch(address, {
          redirect: 'manual',
          signal: AbortSignal.timeout(timeout),
          headers: { accept: 'application/json, text/html;q=0.5' },
        }),
    );
    await answer.body?.cancel();
    return answer.status < 500 ? Math.round(performance.now() - begun) : null;
  } catch {
    return null;
  }
}
