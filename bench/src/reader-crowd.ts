import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Readers of a stream of events, all in a process of their own, whose CPU time and memory do not count. */
export interface ReaderCrowd {
  /** Resolves once each has read so many events since it came. */
  haveRead(events: number): Promise<void>;
  leave(): Promise<void>;
}

const clientFile = fileURLToPath(new URL('./reader-crowd-client.ts', import.meta.url));

/** Lets readers come, and resolves once each has a stream. */
export async function gatherReaders(url: string, readers: number): Promise<ReaderCrowd> {
  const client = fork(clientFile, [url, String(readers)]);
  const exited = once(client, 'exit');
  async function said(expected: string): Promise<void> {
    const [message] = await Promise.race([once(client, 'message'), exited]);
    if (message !== expected) throw new Error(`The readers failed: ${message}`);
  }
  await said('here');
  return {
    async haveRead(events) {
      client.send(events);
      await said('read');
    },
    async leave() {
      client.disconnect();
      await exited;
    },
  };
}
