import { clusterPrompt } from '../prompts/cluster-prompt.ts';
import type { AgentProfile } from './agent-profile.ts';

/** Investigates problems in a Kubernetes cluster. */
export const clusterProfile: AgentProfile = {
  contextType: 'cluster',
  // Clusters belong to no workspace, so that nothing given for a workspace reaches them.
  workspace: 'refused',
  instructions: clusterPrompt,
  optionalToolCategories: ['cluster', 'platform', 'flow'],
  approval: { write: 'ask' },
  limits: { maxIterations: 20 },
};
