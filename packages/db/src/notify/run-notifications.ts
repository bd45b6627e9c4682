import type { RunNotifications } from '@shipmate/domain/run';
import type { ListenToChannel } from './listener.ts';
import { channel } from './notify.ts';

/** {@link RunNotifications} that can be closed. */
interface OpenRunNotifications extends RunNotifications {
  close(): Promise<void>;
}

/** Creates the notifications of a database. It listens to the channel from the first listener on. */
export function createRunNotifications(listenTo: ListenToChannel): OpenRunNotifications {
  const listeners = new Map<string, Set<() => void>>();
  let stop: (() => Promise<void>) | undefined;

  function call(topic: string): void {
    for (const listener of listeners.get(topic) ?? []) listener();
  }

  function begin(): () => Promise<void> {
    return listenTo(channel, {
      onMessage: call,
      onListening: () => [...listeners.keys()].forEach(call),
    });
  }

  return {
    listen(topic, listener) {
      stop ??= begin();
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic);
      };
    },
    close: async () => stop?.(),
  };
}
