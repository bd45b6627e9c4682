// Executes runs of a peer on the database whose URL is its second argument, several at once, and reports its CPU time.
import { concurrency } from './weather-task.ts';
import type { CreatePeer } from './durable-peer.ts';

const [, , name, databaseUrl = ''] = process.argv;
const { createPeer } = (await import(`./peers/${name}.ts`)) as { readonly createPeer: CreatePeer };
const peer = await createPeer(databaseUrl);

/** Executes that many runs and reports the CPU time, in milliseconds. */
async function execute(count: number): Promise<void> {
  let left = count;
  async function executeNext(): Promise<void> {
    while (left > 0) {
      left -= 1;
      await peer.run();
    }
  }
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, executeNext));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1_000);
}

process.on('disconnect', () => void peer.close().finally(() => process.exit()));
process.on('message', (count) => void execute(Number(count)));
process.send?.('ready');
