/** Tells the other tabs of this origin of a sign-in or a sign-out (requirements §4 "Start"). */
import * as v from 'valibot';

import { pageStorage } from '#stored/local-values.ts';
import { randomId } from '#calls/client.ts';

const newsList = ['signedIn', 'signedOut'] as const;
/** The message of one tab to the others. It has no token: a tab that receives it reads the stored values again. */
export type TabMessage = (typeof newsList)[number];

const message = v.object({ from: v.string(), news: v.picklist(newsList) });

/** Name of the channel, and of the local storage key where there are no channels. */
const name = 'session-news';

/** The other tabs of this origin. */
export interface OtherTabs {
  /** Sends the message to every other tab, not to this one. */
  announce(news: TabMessage): void;
  /** Calls the listener with the messages of other tabs. Returns how to stop. */
  listen(listener: (news: TabMessage) => void): () => void;
}

/** Creates the messages of one tab. The channel opens at first use, because the service renders pages without one. */
export function createOtherTabs(): OtherTabs {
  const thisTab = randomId();
  let channel: BroadcastChannel | undefined;
  const openChannel = (): BroadcastChannel | undefined =>
    (channel ??= typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined);

  return {
    announce(news) {
      const sent = { from: thisTab, news };
      const open = openChannel();
      if (open) {
        open.postMessage(sent);
        return;
      }
      try {
        // The write raises an event in the other tabs; the value is removed. The mark makes two equal messages differ.
        pageStorage()?.setItem(name, JSON.stringify({ ...sent, mark: randomId() }));
        pageStorage()?.removeItem(name);
      } catch {
        // Without storage, this tab cannot reach the others.
      }
    },

    listen(listener) {
      const receive = (sent: unknown): void => {
        const read = v.safeParse(message, sent);
        if (read.success && read.output.from !== thisTab) listener(read.output.news);
      };
      const open = openChannel();
      if (open) {
        const onMessage = (event: MessageEvent): void => receive(event.data);
        open.addEventListener('message', onMessage);
        return () => open.removeEventListener('message', onMessage);
      }
      const onStorage = (event: StorageEvent): void => {
        if (event.key !== name || !event.newValue) return;
        try {
          receive(JSON.parse(event.newValue));
        } catch {
          // Another script wrote the value.
        }
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}
