/** Tells the other tabs of this origin of a sign-in or a sign-out (requirements §4 "Start"). */
import * as v from 'valibot';

import { pageStorage } from '#stored/local-values.ts';
import { randomId } from '#calls/random-id.ts';

const newsList = ['signedIn', 'signedOut'] as const;
/** The message of one tab to the others. It has no token: a tab that receives it reads the stored values again. */
export type TabMessage = (typeof newsList)[number];

const message = v.object({ from: v.string(), news: v.picklist(newsList) });

/** Name of the channel, and of the local storage key where there are no channels. */
const name = 'session-news';

// One of each for a tab, made at first use: the service renders pages with this code, without a browser.
let tab: string | undefined;
let channel: BroadcastChannel | undefined;

const thisTab = (): string => (tab ??= randomId());
const openChannel = (): BroadcastChannel | undefined =>
  (channel ??= typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined);

/** Sends the message to every other tab, not to this one. */
export function announce(news: TabMessage): void {
  const said = { from: thisTab(), news };
  const open = openChannel();
  if (open) {
    open.postMessage(said);
    return;
  }
  try {
    // The write raises an event in the other tabs; the value is removed. The mark makes two equal messages differ.
    pageStorage()?.setItem(name, JSON.stringify({ ...said, mark: randomId() }));
    pageStorage()?.removeItem(name);
  } catch {
    // Without storage no other tab can be told.
  }
}

/** Calls the listener with the messages of other tabs. Returns how to stop. */
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
