import { setTimeout as sleep } from 'node:timers/promises';
import { withAdmin } from '../../../packages/db/src/testing/admin-connection.ts';
import { openQueue, startProcess } from './durable-side.ts';

/** Lock waits between sessions of two workers. */
export interface LockWaits {
  readonly samples: number;
  readonly waits: number;
  /** Those of the waits that were for the end of a file, which another session made longer at that moment. */
  readonly extensions: number;
}

/** More runs than are queued, so that a worker works until it is ended. */
const unlimited = 1_000_000;

/** Samples `pg_locks` each millisecond while two worker processes execute that many runs of one user. */
export async function sampleLockWaits(count: number): Promise<LockWaits> {
  await using stack = new AsyncDisposableStack();
  const { databaseUrl, enqueue } = await openQueue(stack);
  await enqueue(count);
  const workers = [
    await startProcess(stack, './worker-process.ts', [databaseUrl]),
    await startProcess(stack, './worker-process.ts', [databaseUrl]),
  ];
  const sampled = { samples: 0, waits: 0, extensions: 0 };
  await withAdmin(databaseUrl, async (admin) => {
    for (const worker of workers) worker.send(unlimited);
    for (let left = count; left > 0; ) {
      const { rows } = await admin.query<{ waiting: number; extending: number; left: number }>(`
        select
          count(*)::integer as waiting,
          count(*) filter (where locktype = 'extend')::integer as extending,
          (select count(*) from run where ended_at is null)::integer as left
        from pg_locks join pg_stat_activity as activity using (pid)
        where not granted and activity.application_name like 'shipmate%'`);
      sampled.samples += 1;
      sampled.waits += rows[0]?.waiting ?? 0;
      sampled.extensions += rows[0]?.extending ?? 0;
      left = rows[0]?.left ?? 0;
      await sleep(1);
    }
  });
  return sampled;
}
