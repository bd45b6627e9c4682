import { AppError } from '@shipmate/core';
import type { ContextType } from '@shipmate/domain';
import type { AgentProfile } from './agent-profile.ts';
import { chartProfile } from './chart.ts';

/** Every profile. A new one is a file and a line here. */
export const profiles: readonly AgentProfile[] = [chartProfile];

/** The profile of a kind of work. @throws AppError `VALIDATION_ERROR` when there is none. */
export function profileFor(contextType: ContextType): AgentProfile {
  const profile = profiles.find((candidate) => candidate.contextType === contextType);
  if (profile) return profile;
  const known = profiles.map((candidate) => candidate.contextType).join(', ');
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `There is no agent for "${contextType}" yet. Use one of: ${known}.`,
    details: { field: 'contextType' },
  });
}
