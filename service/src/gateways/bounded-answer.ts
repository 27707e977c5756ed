/** Asks an address that only the operator chooses: redirects are not followed, time and size are bounded. */
export async function askBounded(
  address: string,
  {
    headers,
    timeout,
    sizeMax,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    /** Milliseconds for the whole answer. */
    readonly timeout: number;
    /** In bytes. */
    readonly sizeMax: number;
  },
): Promise<string> {
  const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the address answered ${answer.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > sizeMax) throw new Error(`the answer is larger than ${sizeMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
