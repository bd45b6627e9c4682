import type { CreateSource } from './event-source.ts';
import { gatherReaders } from './reader-crowd.ts';
import type { Subject } from './subject.ts';

const readers = 1_000;
const eventsPerRun = 10;

/** Sends events to many readers, the next one when all have read the one before. */
export async function createReaderSubject(createSource: CreateSource): Promise<Subject> {
  const source = await createSource();
  const crowd = await gatherReaders(source.url, readers);
  let events = 0;
  return {
    unitsPerRun: readers * eventsPerRun,
    async run() {
      for (let event = 0; event < eventsPerRun; event += 1) {
        source.send();
        await crowd.haveRead((events += 1));
      }
    },
    async close() {
      await crowd.disconnect();
      await source.close();
    },
  };
}
