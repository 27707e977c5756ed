/**
 * Loads the first script and styles of the dashboard into the browser's cache, so that it opens immediately. It is
 * `fetch`, because the content security policy of the page has no directive for a prefetch. Loads nothing where the
 * dashboard is on another origin, or the person saves data. Never rejects.
 *
 * @param dashboardUrl the address of the dashboard; the service lists its files beside it
 */
export async function preloadDashboard(dashboardUrl: string): Promise<void> {
  const { origin, pathname } = new URL(dashboardUrl);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (origin !== location.origin || connection?.saveData) return;
  const base = pathname.replace(/\/+$/, '');
  const load = async (address: string): Promise<Response> => {
    const answer = await fetch(address, { priority: 'low' });
    if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
    return answer;
  };
  try {
    const addresses = (await (await load(`${base}/first-load.json`)).json()) as unknown;
    if (!Array.isArray(addresses)) return;
    const own = addresses.filter((each) => typeof each === 'string' && each.startsWith(`${base}/assets/`));
    // Read to the end: a body that is dropped is not cached.
    await Promise.all(own.map(async (address: string) => (await load(address)).arrayBuffer()));
  } catch {
    // The dashboard loads them itself.
  }
}
