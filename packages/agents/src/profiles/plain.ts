import { plainPrompt } from '../prompts/plain-prompt.ts';
import type { AgentProfile } from './agent-profile.ts';

/** Answers in text, without tools. */
export const plainProfile: AgentProfile = {
  contextType: 'plain',
  instructions: plainPrompt,
  approval: { write: 'ask' },
  limits: { maxIterations: 20 },
};
