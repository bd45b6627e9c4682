import { type Remediation, type RemediationChange, toRunEnd } from '@shipmate/domain/remediation';
import type { RunWork } from '../../run/execute/run-kind.ts';
import type { RunEnding } from '../../run/settle/end-run.ts';
import { toStatusEvent } from './remediation-progress.ts';

/** Returns the ending of a run whose remediation ends with a change; both are stored in one transaction. */
export function toRemediationEnding(
  { lease }: Pick<RunWork, 'lease'>,
  remediation: Remediation,
  change: RemediationChange & Pick<Remediation, 'status'>,
): RunEnding {
  const { reason = remediation.reason } = change;
  const { spent } = remediation;
  const end = toRunEnd({ status: change.status, reason, spent });
  const { status, stopReason, usage, costUsd, model = null, errorCode: code, errorMessage: message } = end;
  const error = code !== null && message !== null ? { error: { code, message } } : {};
  const event = toStatusEvent({ ...change, reason });
  return {
    outcome: { status, stopReason, usage, ...error },
    ...(costUsd != null && { costUsd }),
    model,
    async settle({ remediations, runs }) {
      await remediations.advance(lease, change);
      if (event) await runs.appendEvents(lease, [event]);
    },
  };
}
