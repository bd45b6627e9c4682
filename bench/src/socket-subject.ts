import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { deltas } from './stream-task.ts';
import type { Subject } from './subject.ts';

const answersPerRun = 20;
const clientFile = fileURLToPath(new URL('./socket-client.ts', import.meta.url));

/** Streams answers over a socket to a client in a separate process, whose CPU time does not count. */
export async function createSocketSubject(server: { url: string; close(): unknown }): Promise<Subject> {
  const client = fork(clientFile, [server.url]);
  const exited = once(client, 'exit');
  return {
    unitsPerRun: deltas.length * answersPerRun,
    async run() {
      client.send(answersPerRun);
      const [failure] = await Promise.race([once(client, 'message'), exited]);
      if (failure !== 'read') throw new Error(`The client failed: ${failure}`);
    },
    async close() {
      client.disconnect();
      await exited;
      await server.close();
    },
  };
}
