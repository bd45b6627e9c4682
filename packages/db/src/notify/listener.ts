/** The listener of a channel. */
interface ChannelListener {
  onMessage(payload: string): void;
  /** Called when listening starts or restarts: earlier notifications may have been missed. */
  onListening(): void;
}

/** Starts to listen to a channel in the background; returns a function that stops it. */
export type ListenToChannel = (channel: string, listener: ChannelListener) => () => Promise<void>;
