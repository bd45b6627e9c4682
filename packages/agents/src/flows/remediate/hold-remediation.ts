import { AppError } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { Remediation, RemediationApproval, RemediationChange } from '@shipmate/domain/remediation';
import type { RemediationPorts } from './remediation-ports.ts';
import type { RemediationTask } from './remediation-work.ts';

/** A remediation that one worker has taken. */
export interface RemediationHold {
  /** As it was when it was taken. */
  readonly remediation: Remediation;
  /** Fires once it was found to be ended, or in other hands. */
  readonly lost: AbortSignal;
  /** Notes progress, and keeps it for a while longer. @throws AppError `CONFLICT` when it is lost */
  readonly advance: (change: RemediationChange) => Promise<Remediation>;
  /** Leaves it alone for some seconds, because its job comes then anyway. */
  readonly postpone: (seconds: number) => Promise<void>;
  /** Leaves it to others. */
  readonly release: () => Promise<void>;
}

/** Takes a remediation, unless somebody else has it or there is nothing to do for it. */
export async function holdRemediation(
  { unitOfWork, notifications }: Pick<RemediationPorts, 'unitOfWork' | 'notifications'>,
  { remediationId, principal, logger, leaseSeconds: seconds = 300 }: RemediationTask,
): Promise<RemediationHold | undefined> {
  const claim = { remediationId, owner: newId(), seconds };
  const { remediations } = unitOfWork.stores;
  const remediation = await remediations.claim(claim);
  if (remediation === undefined) return undefined;
  const lost = new AbortController();

  /** What a policy approves is written down like what a person does. */
  async function noteApproved(
    { planHash, actions, decidedBy: by }: RemediationApproval,
    { audit }: Stores,
  ): Promise<void> {
    const details = { planHash, actions: [...actions], by };
    await audit.append(principal, { kind: 'remediation_approved', subjectId: remediationId, details });
  }

  /** Its next job is part of the transaction that releases it. */
  async function enqueueNext(startAfterSeconds: number, { jobs }: Stores): Promise<void> {
    const { userId, organizationId } = principal;
    await jobs.enqueue('remediate', { remediationId, userId, organizationId }, { startAfterSeconds });
  }

  async function advance(change: RemediationChange): Promise<Remediation> {
    try {
      return await unitOfWork.transaction(async (stores) => {
        if (change.approval) await noteApproved(change.approval, stores);
        if (change.dueInSeconds !== undefined) await enqueueNext(change.dueInSeconds, stores);
        return stores.remediations.advance(claim, change);
      });
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'CONFLICT') lost.abort(thrown);
      throw thrown;
    }
  }

  /** Whoever stops it has ended it, so it cannot be advanced. A database that is away is noticed by the work itself. */
  function lookWhetherEnded(): void {
    advance({}).catch((error: unknown) => logger.debug('remediation not advanced', { remediationId, error }));
  }

  const stopListening = notifications?.listen(`stop ${remediationId}`, lookWhetherEnded);
  return {
    remediation,
    lost: lost.signal,
    advance,
    async postpone(dueInSeconds) {
      await remediations.advance(claim, { dueInSeconds });
    },
    async release() {
      stopListening?.();
      await remediations.release(claim);
    },
  };
}
