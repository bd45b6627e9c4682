/** The listener of a channel. */
export interface ChannelListener {
  onMessage(payload: string): void;
  /** Called when listening starts or restarts: earlier notifications may have been missed. */
  onListening(): void;
}

/** Starts to listen to a channel in the background; returns a function that stops it. A channel has one listener. */
export type ListenToChannel = (channel: string, listener: ChannelListener) => () => Promise<void>;

/** The channels between the processes of a database. */
export interface ProcessChannels {
  readonly listenTo: ListenToChannel;
  /** Sends payloads to the listeners of all other processes; waits for a connection. `undefined` if there are no other processes. */
  readonly broadcast: ((channel: string, payloads: readonly string[]) => Promise<void>) | undefined;
}
