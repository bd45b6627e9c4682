import { AppError } from '@shipmate/core';
import type { AgentProfile } from './agent-profile.ts';
import { chartProfile } from './chart.ts';
import { clusterProfile } from './cluster.ts';
import { diagramProfile } from './diagram.ts';
import { plainProfile } from './plain.ts';
import { repositoryProfile } from './repository.ts';
import { tablesProfile } from './tables.ts';
import { workflowProfile } from './workflow.ts';

/** All profiles. A new profile is a file and a line here. */
export const profiles: readonly AgentProfile[] = [
  chartProfile,
  workflowProfile,
  tablesProfile,
  plainProfile,
  clusterProfile,
  repositoryProfile,
  diagramProfile,
];

/** Returns the profile of a context type. @throws AppError `VALIDATION_ERROR` when there is none. */
export function profileFor(contextType: string): AgentProfile {
  const profile = profiles.find((candidate) => candidate.contextType === contextType);
  if (profile) return profile;
  const known = profiles.map((candidate) => candidate.contextType).join(', ');
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Agent for "${contextType}" not found. Use one of: ${known}.`,
    details: { field: 'contextType' },
  });
}
