import { fixCharts } from '../hooks/fix-charts.ts';
import { getSystemPrompt } from '../prompts/system-prompt.ts';
import type { AgentProfile } from './agent-profile.ts';

/** Edits the Helm charts of a workspace. */
export const chartProfile: AgentProfile = {
  contextType: 'chart',
  workspace: 'required',
  instructions: getSystemPrompt,
  toolCategories: ['chart', 'plan'],
  hooks: (_context, tools) => fixCharts(tools),
  approval: { write: 'allow' },
  limits: { maxIterations: 20 },
};
