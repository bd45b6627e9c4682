import { AppError } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { Remediation, RemediationApproval, RemediationChange } from '@shipmate/domain/remediation';
import type { RemediationPorts } from './remediation-ports.ts';
import type { RemediationTask } from './remediation-work.ts';

/** A worker's claim on a remediation. */
export interface RemediationHold {
  /** The remediation when it was claimed. */
  readonly remediation: Remediation;
  /** Aborts when the remediation has ended or another worker has claimed it. */
  readonly lost: AbortSignal;
  /** Stores progress and renews the lease. @throws AppError `CONFLICT` when the claim is lost */
  readonly advance: (change: RemediationChange) => Promise<Remediation>;
  /** Postpones the remediation for some seconds, because its job is already enqueued for that time. */
  readonly postpone: (seconds: number) => Promise<void>;
  /** Releases the claim. */
  readonly release: () => Promise<void>;
}

/** Claims a remediation; `undefined` when another worker owns it or no step is pending. */
export async function holdRemediation(
  { unitOfWork, notifications }: Pick<RemediationPorts, 'unitOfWork' | 'notifications'>,
  { remediationId, principal, logger, leaseSeconds: seconds = 300 }: RemediationTask,
): Promise<RemediationHold | undefined> {
  const claim = { remediationId, owner: newId(), seconds };
  const { remediations } = unitOfWork.stores;
  const remediation = await remediations.claim(claim);
  if (remediation === undefined) return undefined;
  const lost = new AbortController();

  /** An approval by a policy is audited like one by a person. */
  async function auditApproval(
    { planHash, actions, decidedBy: by }: RemediationApproval,
    { audit }: Stores,
  ): Promise<void> {
    const details = { planHash, actions: [...actions], by };
    await audit.append(principal, { kind: 'remediation_approved', subjectId: remediationId, details });
  }

  /** The next job is enqueued in the transaction that releases the remediation. */
  async function enqueueNext(startAfterSeconds: number, { jobs }: Stores): Promise<void> {
    const { userId, organizationId } = principal;
    await jobs.enqueue('remediate', { remediationId, userId, organizationId }, { startAfterSeconds });
  }

  async function advance(change: RemediationChange): Promise<Remediation> {
    try {
      return await unitOfWork.transaction(async (stores) => {
        if (change.approval) await auditApproval(change.approval, stores);
        if (change.dueInSeconds !== undefined) await enqueueNext(change.dueInSeconds, stores);
        return stores.remediations.advance(claim, change);
      });
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'CONFLICT') lost.abort(thrown);
      throw thrown;
    }
  }

  /** A stop ends the remediation, so advancing it fails. The step itself notices a database failure. */
  function checkWhetherEnded(): void {
    advance({}).catch((error: unknown) => logger.debug('remediation not advanced', { remediationId, error }));
  }

  const stopListening = notifications?.listen(`stop ${remediationId}`, checkWhetherEnded);
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
