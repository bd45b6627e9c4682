import type { Stores, UnitOfWork } from '@shipmate/domain';
import type { LeaseRequest, Run, RunLease, RunStore } from '@shipmate/domain/run';
import { expect } from 'vitest';

/** The write at which a process is killed, counted from 0; `isStored` is true when that write is still stored. */
export interface Kill {
  readonly write: number;
  readonly isStored: boolean;
}

/** The database as seen by a process that will be killed. */
export interface KillableDatabase {
  readonly unitOfWork: UnitOfWork;
  /** Resolves when the process is dead: none of its later requests gets a response. */
  readonly died: Promise<void>;
  /** Returns the number of writes so far. */
  readonly writes: () => number;
  /** Lets the leases of the dead process expire. */
  expireLeases(): Promise<void>;
}

const writes: ReadonlySet<string> = new Set<keyof RunStore>(['appendEvents', 'release']);

/** Wraps a database for a process that dies at the given write; without one it only counts. */
export function toKillable(real: UnitOfWork, kill?: Kill): KillableDatabase {
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  const leases: RunLease[] = [];
  let count = 0;
  let isDead = false;

  async function whileAlive<Result>(work: () => Promise<Result>): Promise<Result> {
    return isDead ? new Promise(() => undefined) : work();
  }

  async function write<Result>(work: () => Promise<Result>): Promise<Result> {
    return whileAlive(async () => {
      const number = count++;
      if (number !== kill?.write) return work();
      if (kill.isStored) await work();
      isDead = true;
      die();
      return new Promise(() => undefined);
    });
  }

  async function keep({ owner }: LeaseRequest, claiming: Promise<Run | undefined>): Promise<Run | undefined> {
    const run = await claiming;
    if (run) leases.push({ runId: run.id, owner });
    return run;
  }

  function watchLeases(stores: Stores): Stores {
    const runs: RunStore = {
      ...stores.runs,
      async create(principal, run) {
        if (run.lease) leases.push({ runId: run.id, owner: run.lease.owner });
        return stores.runs.create(principal, run);
      },
      claim: (runId, lease, limits) => keep(lease, stores.runs.claim(runId, lease, limits)),
      claimNext: (lease, limits) => keep(lease, stores.runs.claimNext(lease, limits)),
    };
    return { ...stores, runs };
  }

  const stores = watchLeases(real.stores);
  return {
    died,
    writes: () => count,
    unitOfWork: {
      stores: { ...stores, runs: guard(stores.runs, (name) => (writes.has(name) ? write : whileAlive)) },
      transaction: (work) => write(() => real.transaction((inside) => work(watchLeases(inside)))),
    },
    async expireLeases() {
      for (const lease of leases) await real.stores.runs.renew(lease, 0).catch(() => undefined);
    },
  };
}

type Guard = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Wraps a store so that its methods run within a guard. */
function guard(store: RunStore, guardOf: (name: string) => Guard): RunStore {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => guardOf(String(name))(async () => method.apply(target, args) as unknown);
    },
  });
}

/** A piece of work whose process can be killed. */
export interface CrashScene {
  /** Runs a process until the work has ended or the process is dead, and returns its number of writes. */
  live(kill?: Kill): Promise<number>;
  expectDoneOnce(): Promise<void>;
}

/** Kills a process at each of its writes, before and after the write is stored, and expects that the next process ends the work. */
export async function crashAtEveryWrite(createScene: () => Promise<CrashScene>, minWrites: number): Promise<void> {
  const whole = await createScene();
  const writes = await whole.live();
  await whole.expectDoneOnce();
  expect(writes).toBeGreaterThan(minWrites);
  for (let write = 0; write < writes; write += 1) {
    for (const isStored of [false, true]) {
      const scene = await createScene();
      await scene.live({ write, isStored });
      await scene.live();
      await scene.expectDoneOnce();
    }
  }
}
