import { AppError, toAppError } from '@shipmate/core';
import { textAt, type KubeObject } from '@shipmate/domain/cluster';
import type { ActionProgress, PlannedChange, RemediationApproval, RemediationPlan } from '@shipmate/domain/remediation';
import {
  fingerprintObject,
  isAbsence,
  makeChange,
  previewChange,
  resolveChange,
  type ResolvedChange,
} from '@shipmate/tools/kubernetes';
import { type RemediationWork, toTaskCaller } from './remediation-work.ts';

/**
 * Executes the approved actions of a plan in order. The first failure ends the execution, and no action begins after a
 * stop request. An action that a dead worker began is checked first, so that it is not repeated.
 *
 * @returns the recorded progress of each action.
 */
export async function executePlan(
  work: RemediationWork,
  plan: RemediationPlan,
  approval: RemediationApproval,
): Promise<readonly ActionProgress[]> {
  const { remediation, run } = work;
  let { stopRequestedAt } = remediation;
  let progress = plan.actions.map(
    ({ id }) => remediation.progress.find((each) => each.id === id) ?? toProgress(id, 'planned'),
  );

  async function recordProgress(changed: ActionProgress): Promise<void> {
    progress = progress.map((each) => (each.id === changed.id ? changed : each));
    const { id: actionId, status, error } = changed;
    const event = { type: 'remediation_action', actionId, status, error } as const;
    ({ stopRequestedAt } = await work.progress.advance({ progress }, event));
  }

  /** Makes a change that is still approved and not made yet. */
  async function settle(action: PlannedChange, { id, status }: ActionProgress): Promise<ActionProgress> {
    const isBegun = status === 'running';
    const hasFailed = progress.some((each) => each.status === 'failed');
    const isStopped = stopRequestedAt !== null && !isBegun;
    if (hasFailed || isStopped || !approval.actions.includes(id)) return toProgress(id, 'not_run');
    const prepared = await outcomeOf(() => prepare(action, { work, isBegun }), work);
    if ('failure' in prepared) return toProgress(id, 'failed', prepared.failure);
    if (prepared.value === undefined) return toProgress(id, 'done');
    if (stopRequestedAt === null) await recordProgress(toProgress(id, 'running'));
    if (stopRequestedAt !== null) return toProgress(id, 'not_run');
    const { value } = prepared;
    run.assertHeld();
    const made = await outcomeOf(() => applyChange(value, work), work);
    return 'failure' in made ? toProgress(id, 'failed', made.failure) : toProgress(id, 'done');
  }

  for (const action of plan.actions) {
    const before = progress.find(({ id }) => id === action.id) ?? toProgress(action.id, 'planned');
    if (before.status !== 'planned' && before.status !== 'running') continue;
    run.aborting.throwIfAborted();
    run.activity.begin(action.id);
    try {
      await recordProgress(await settle(action, before));
    } finally {
      run.activity.end(action.id);
    }
  }
  return progress;
}

function toProgress(id: string, status: ActionProgress['status'], error: string | null = null): ActionProgress {
  return { id, status, error };
}

type Outcome<Value> = { readonly value: Value } | { readonly failure: string };

/**
 * Returns the cluster's result of an action. When the cluster is unreachable, the outcome is unknown and the error is
 * thrown.
 */
async function outcomeOf<Value>(ask: () => Promise<Value>, { signal }: RemediationWork): Promise<Outcome<Value>> {
  try {
    return { value: await ask() };
  } catch (thrown) {
    const error = toAppError(thrown);
    const { code, recoverable, message } = error;
    const isSaid =
      code === 'EXTERNAL_API_ERROR' ? !recoverable : ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'].includes(code);
    if (signal.aborted || !isSaid) throw error;
    return { failure: message };
  }
}

/**
 * Checks that an object is unchanged since its change was planned; returns `undefined` when the change is already made.
 *
 * @throws AppError `CONFLICT` when the object has changed.
 */
async function prepare(
  { change, state }: PlannedChange,
  { work, isBegun }: { readonly work: RemediationWork; readonly isBegun: boolean },
): Promise<ResolvedChange | undefined> {
  const { reader, signal } = work;
  let resolved: ResolvedChange;
  try {
    resolved = await resolveChange(change, { reader, signal });
  } catch (thrown) {
    if (isBegun && change.verb === 'delete' && isAbsence(thrown)) return undefined;
    throw thrown;
  }
  const { current } = resolved;
  const isSame = (current === undefined ? null : await fingerprintObject(current, toTaskCaller(work))) === state;
  if (isBegun && !isSame && (await isMade(resolved, { state, work }))) return undefined;
  if (isSame) return resolved;
  throw new AppError({
    code: 'CONFLICT',
    message: 'The object has changed since the plan was made, so it was not modified. Plan the fix again.',
  });
}

/** Returns true when a change that was begun took effect. */
async function isMade(
  { change, current }: ResolvedChange,
  { state, work }: { readonly state: string | null; readonly work: RemediationWork },
): Promise<boolean> {
  const { ports, principal, remediation, reader, signal } = work;
  if (change.verb === 'delete')
    return isOnItsWay(current) || textAt(current, 'metadata', 'uid') !== state?.split(' ')[0];
  const runner = await ports.kubernetes.dryRunner({ context: reader.context, principal });
  const trial = { reader, runner, now: remediation.createdAt, compute: ports.compute, principal, signal };
  const { effect } = await previewChange(change, trial);
  return effect === 'unchanged';
}

function isOnItsWay(object: KubeObject | undefined): boolean {
  return textAt(object, 'metadata', 'deletionTimestamp') !== undefined;
}

async function applyChange(
  resolved: ResolvedChange,
  { ports, principal, remediation, reader, signal }: RemediationWork,
): Promise<void> {
  const writer = await ports.kubernetes.writer({ context: reader.context, principal });
  const resourceVersion = textAt(resolved.current, 'metadata', 'resourceVersion');
  await makeChange(writer, resolved, { resourceVersion, now: remediation.createdAt, signal });
}
