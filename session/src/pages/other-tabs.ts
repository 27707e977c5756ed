/** Sign-in and sign-out told to the other tabs of this origin (requirements §4 "Start"). */
import * as v from 'valibot';

import { pageStorage } from '#stored/local-values.ts';
import { randomId } from '#calls/random-id.ts';

const newsList = ['signedIn', 'signedOut'] as const;
/** What one tab tells the others. It carries no token: who hears it reads the stored values again. */
export type TabMessage = (typeof newsList)[number];

const message = v.object({ from: v.string(), news: v.picklist(newsList) });

/** Name of the channel, and of the local storage key where there are no channels. */
const name = 'session-news';

// One of each for a tab, made at first use: pages are also rendered where there is no browser.
let tab: string | undefined;
let channel: BroadcastChannel | undefined;

const thisTab = (): string => (tab ??= randomId());
const openChannel = (): BroadcastChannel | undefined =>
  (channel ??= typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined);

/** Tells every other tab. This tab does not hear itself. */
export function announce(news: TabMessage): void {
  const said = { from: thisTab(), news };
  const open = openChannel();
  if (open) {
    open.postMessage(said);
    return;
  }
  try {
    // Writing is what the others hear; the value is not kept. The mark makes two equal pieces of news differ.
    pageStorage()?.setItem(name, JSON.stringify({ ...said, mark: randomId() }));
    pageStorage()?.removeItem(name);
  } catch {
    // Without storage there is nobody to tell.
  }
}

/** Calls the listener with what other tabs tell. Returns how to stop. */
export function onOtherTab(listener: (news: TabMessage) => void): () => void {
  const hear = (said: unknown): void => {
    const read = v.safeParse(message, said);
    if (read.success && read.output.from !== thisTab()) listener(read.output.news);
  };
  const open = openChannel();
  if (open) {
    const onMessage = (event: MessageEvent): void => hear(event.data);
    open.addEventListener('message', onMessage);
    return () => open.removeEventListener('message', onMessage);
  }
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== name || !event.newValue) return;
    try {
      hear(JSON.parse(event.newValue));
    } catch {
      // Not written by us.
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
