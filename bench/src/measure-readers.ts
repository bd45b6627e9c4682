// Measures the memory of an idle reader of a source in a separate process and prints it in bytes.
import type { CreateSource } from './event-source.ts';
import { gatherReaders } from './reader-crowd.ts';

const readers = 2_000;

/** Returns the memory in use after garbage collection, without buffers of the kernel. */
function memory(): number {
  if (globalThis.gc === undefined) throw new Error('Usage: node --expose-gc measure-readers.ts <source>');
  for (let round = 0; round < 3; round += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const { createSource } = (await import(`./sources/${process.argv[2]}.ts`)) as { createSource: CreateSource };
const source = await createSource();
// The first readers allocate the resources that all readers share.
const first = await gatherReaders(source.url, readers / 4);
source.send();
await first.haveRead(1);
const before = memory();
const crowd = await gatherReaders(source.url, readers);
console.log((memory() - before) / readers);
await crowd.disconnect();
await first.disconnect();
await source.close();
