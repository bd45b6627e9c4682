import type { Principal } from '@shipmate/core';
import type { Run } from '@shipmate/domain/run';

/** Returns the principal of a run after its request has ended. */
export function toRunPrincipal({ userId, organizationId }: Pick<Run, 'userId' | 'organizationId'>): Principal {
  return { userId, organizationId, via: 'job' };
}
