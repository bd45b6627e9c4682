import { advanceRemediation } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import type { JobPayloads } from '@shipmate/domain/job';
import type { WorkerResources } from '../worker-resources.ts';

/**
 * Executes a remediation for its requester with the cluster of this worker. @throws AppError `UNAVAILABLE` without a
 * cluster.
 */
export async function workOnRemediation(
  { logger, database, models, tools, ports: { compute, kubernetes } }: WorkerResources,
  { userId, organizationId, remediationId }: JobPayloads['remediate'],
  signal: AbortSignal,
): Promise<void> {
  if (kubernetes === undefined) {
    throw new AppError({ code: 'UNAVAILABLE', message: 'No cluster is configured for this worker: set KUBECONFIG.' });
  }
  const principal: Principal = { userId, organizationId, via: 'job' };
  const ports = {
    models,
    unitOfWork: database.unitOfWork,
    tools: tools.getByCategory('cluster'),
    kubernetes,
    compute,
    notifications: database.notifications,
  };
  await advanceRemediation(ports, { remediationId, principal, logger, signal });
}
