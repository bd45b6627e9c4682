import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { isRemediationEnded, type Remediation } from '@shipmate/domain/remediation';
import { stopRemediation as requestStop } from '@shipmate/domain/use-cases';
import type { RunLog } from '../../run/log/run-log.ts';

/** The longest wait for the process that executes the remediation, in milliseconds. */
const stopTimeoutMs = 5_000;

/**
 * Stops a remediation and returns it once it has ended; at once during a change, which is completed first.
 *
 * @throws AppError `NOT_FOUND`.
 */
export async function stopRemediation(
  { unitOfWork, runLog }: { readonly unitOfWork: UnitOfWork; readonly runLog: Pick<RunLog, 'tail'> },
  principal: Principal,
  remediationId: string,
): Promise<Remediation> {
  const stopped = await unitOfWork.transaction((stores) => requestStop(stores, principal, remediationId));
  if (isRemediationEnded(stopped.status) || stopped.status === 'executing') return stopped;
  const signal = AbortSignal.timeout(stopTimeoutMs);
  for await (const { event } of runLog.tail(remediationId, { signal })) if (event.type === 'run_ended') break;
  return unitOfWork.stores.remediations.get(principal, remediationId);
}
