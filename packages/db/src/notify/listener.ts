/** What hears of a channel. */
export interface ChannelListener {
  onMessage(payload: string): void;
  /** Called when listening begins, and begins again: what was sent before may have been missed. */
  onListening(): void;
}

/** Begins to listen to a channel in the background; what it returns ends that. */
export type ListenToChannel = (channel: string, listener: ChannelListener) => () => Promise<void>;
