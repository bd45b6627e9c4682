import { appendFile, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import type { UnitOfWork } from '@shipmate/domain';
import { type Remediation, toRunEnd, toStopped } from '@shipmate/domain/remediation';
import type { RunEvent } from '@shipmate/domain/run';
import { claimRun, type HeldRun } from '@shipmate/domain/use-cases';

/** The incident system of another team. */
export interface Incidents {
  /** Opens an incident, also if one with this key is open. The signal aborts once another process may own the run. */
  open(key: string, issue: string, signal: AbortSignal): Promise<void>;
  /** Returns true if an incident with this key was opened. */
  has(key: string): Promise<boolean>;
}

/** Options for {@link executeElsewhere}. */
export interface EngineOptions {
  readonly incidents: Incidents;
  /** How long a run keeps its owner without a renewal. Default 30. */
  readonly leaseSeconds?: number;
}

/** The id of this engine's only action. */
const actionId = 'incident';

/**
 * Executes one remediation by an incident instead of Shipmate's investigation; false when none can be claimed. Shipmate keeps
 * the queue, the lease, the log and the stop: this engine claims, appends, renews and ends, and uses nothing else.
 */
export async function executeElsewhere(
  unitOfWork: UnitOfWork,
  { incidents, leaseSeconds = 30 }: EngineOptions,
): Promise<boolean> {
  const held = await claimRun(unitOfWork, { kinds: ['remediation'], leaseSeconds });
  if (held === undefined) return false;
  const { runs, remediations } = unitOfWork.stores;
  const { id, stopRequestedAt } = held.run;
  const remediation = await remediations.get(held.principal, id);
  const log = await runs.listEvents(id, { after: 0, limit: 100 });
  const done = log.flatMap(({ event }) => (event.type === 'remediation_action' ? [event.status] : []));

  if (done.length === 0 && stopRequestedAt !== null) {
    await end(held, remediation, toStopped(remediation));
    return true;
  }
  if (done.length === 0) await held.append([toEvent('running')]);
  // An earlier owner may have opened the incident and died before it could append that.
  const isOpen = done.length > 0 && (await incidents.has(id));
  if (!isOpen) await whileHeld(held, leaseSeconds, (signal) => incidents.open(id, remediation.issue, signal));
  if (!done.includes('done')) await held.append([toEvent('done')]);
  await end(held, remediation, {
    status: 'proposed',
    reason: 'An incident is open, and a person takes it from there.',
  });
  return true;
}

function toEvent(status: 'running' | 'done'): RunEvent {
  return { type: 'remediation_action', actionId, status, error: null };
}

/** Renews the lease right before an action that must not be repeated, and until it has ended. */
async function whileHeld(
  held: HeldRun,
  leaseSeconds: number,
  action: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await held.renew();
  const lost = new AbortController();
  const renew = (): void => void held.renew().catch((error: unknown) => lost.abort(error));
  const renewing = setInterval(renew, (leaseSeconds * 1_000) / 3);
  try {
    await action(lost.signal);
  } finally {
    clearInterval(renewing);
  }
}

/** Ends the remediation and its run in one transaction. */
async function end(
  held: HeldRun,
  remediation: Remediation,
  { status, reason }: Pick<Remediation, 'status' | 'reason'>,
): Promise<void> {
  await held.end(toRunEnd({ ...remediation, status, reason }), async (stores, lease) => {
    await stores.remediations.advance(lease, { status, reason });
    await stores.runs.appendEvents(lease, [{ type: 'remediation_status', status, reason }]);
  });
}

/** Opens an incident system that only notes incidents in a file. */
export function openIncidentFile(file: string): Incidents {
  return {
    async open(key, issue, signal) {
      signal.throwIfAborted();
      await appendFile(file, `${key} ${JSON.stringify(issue)}\n`);
    },
    has: async (key) => (await readFile(file, { encoding: 'utf8', flag: 'a+' })).includes(`${key} `),
  };
}

if (import.meta.main) {
  const [, , databaseUrl = 'postgres://shipmate@127.0.0.1:5432/shipmate'] = process.argv;
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  const incidents = openIncidentFile('incidents.log');
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  while (!stopping.signal.aborted) {
    // A run that could not be executed is claimed again, here or elsewhere, once its lease has expired.
    const hasRun = await executeElsewhere(database.unitOfWork, { incidents }).catch(console.error);
    if (hasRun !== true) await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
  await database.close();
}
