import type { Principal } from '@shipmate/core';
import type { Run } from '@shipmate/domain';

/** For whom a run acts when the request that began it is over. */
export function toRunPrincipal({ userId, organizationId }: Pick<Run, 'userId' | 'organizationId'>): Principal {
  return { userId, organizationId, via: 'job' };
}
