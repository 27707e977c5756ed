/** Whether a configured service answers at all. */

/**
 * How long the answer took, in whole milliseconds; null for none in time and for a 5xx. Redirects are an answer and are
 * not followed, so nobody else is asked; the body is not read.
 */
export async function probe(address: URL, timeout: number): Promise<number | null> {
  const begun = performance.now();
  try {
    const answer = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: { accept: 'application/json, text/html;q=0.5' },
    });
    await answer.body?.cancel();
    return answer.status < 500 ? Math.round(performance.now() - begun) : null;
  } catch {
    return null;
  }
}
