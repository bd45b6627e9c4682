import type { UnitOfWork } from '@shipmate/domain';

/** Enqueues abandoned remediations again, and expires those that were not approved in time. */
export async function resumeRemediations({
  stores,
}: UnitOfWork): Promise<{ readonly resumed: number; readonly expired: number }> {
  const expired = await stores.remediations.expire();
  const abandoned = await stores.remediations.listAbandoned();
  for (const { id: remediationId, organizationId, userId } of abandoned) {
    await stores.jobs.enqueue('remediate', { remediationId, organizationId, userId });
  }
  return { resumed: abandoned.length, expired };
}
