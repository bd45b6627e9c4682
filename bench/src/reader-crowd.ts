import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Readers of an event stream in one separate process, whose CPU time and memory do not count. */
export interface ReaderCrowd {
  /** Resolves once each reader has read that many events since it connected. */
  haveRead(events: number): Promise<void>;
  disconnect(): Promise<void>;
}

const clientFile = fileURLToPath(new URL('./reader-crowd-client.ts', import.meta.url));

/** Connects readers and resolves once each has a stream. */
export async function gatherReaders(url: string, readers: number): Promise<ReaderCrowd> {
  const client = fork(clientFile, [url, String(readers)]);
  const exited = once(client, 'exit');
  async function receive(expected: string): Promise<void> {
    const [message] = await Promise.race([once(client, 'message'), exited]);
    if (message !== expected) throw new Error(`The readers failed: ${message}`);
  }
  await receive('connected');
  return {
    async haveRead(events) {
      client.send(events);
      await receive('read');
    },
    async disconnect() {
      client.disconnect();
      await exited;
    },
  };
}
