import type { Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import type { Remediation, RemediationApproval, RemediationChange } from '@shipmate/domain/remediation';
import type { RunEvent, RunLease } from '@shipmate/domain/run';
import type { RunRecorder, RunWrite } from '../../run/log/run-recorder.ts';

/** The stored progress of a remediation in execution. */
export interface RemediationProgress {
  /** The remediation as last stored. */
  readonly current: Remediation;
  /** Stores progress and, if its status changes, the event, in one transaction. @throws AppError when the lease is lost */
  advance(change: RemediationChange, event?: RunEvent): Promise<Remediation>;
  /** The write of {@link advance}, for a transaction with other events. */
  write(change: RemediationChange): RunWrite;
}

/** Options for {@link createRemediationProgress}. */
export interface RemediationProgressOptions {
  readonly remediation: Remediation;
  readonly lease: RunLease;
  readonly recorder: RunRecorder;
  readonly principal: Principal;
}

/** Creates the progress of a remediation. Every write holds the lease of its run. */
export function createRemediationProgress(options: RemediationProgressOptions): RemediationProgress {
  const { lease, recorder, principal } = options;
  let current = options.remediation;

  const write =
    (change: RemediationChange): RunWrite =>
    async (stores) => {
      if (change.approval) await auditApproval(stores, principal, { id: lease.runId, approval: change.approval });
      current = await stores.remediations.advance(lease, change);
    };

  return {
    get current() {
      return current;
    },
    async advance(change, event = toStatusEvent(change)) {
      await recorder.store(write(change), event);
      return current;
    },
    write,
  };
}

/** Returns the event of a change of status; `undefined` without one. */
export function toStatusEvent({ status, reason = null }: RemediationChange): RunEvent | undefined {
  return status && { type: 'remediation_status', status, reason };
}

/** An approval by a policy is audited like one by a person. */
async function auditApproval(
  { audit }: Stores,
  principal: Principal,
  { id, approval }: { readonly id: string; readonly approval: RemediationApproval },
): Promise<void> {
  const { planHash, actions, decidedBy: by } = approval;
  const details = { planHash, actions: [...actions], by };
  await audit.append(principal, { kind: 'remediation_approved', subjectId: id, details });
}
