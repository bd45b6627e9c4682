import type { RunStore, StoredRunEvent } from '@shipmate/domain/run';

/** Reads all stored events of a run in order. */
export async function* readLog(
  runs: Pick<RunStore, 'listEvents'>,
  runId: string,
): AsyncGenerator<StoredRunEvent, void> {
  for (let after = 0; ; ) {
    const page = await runs.listEvents(runId, { after, limit: 500 });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}
