import { createLanguageGuard } from '../hooks/language-guard.ts';
import { tablesPrompt } from '../prompts/tables-prompt.ts';
import type { AgentProfile } from './agent-profile.ts';

/** Answers questions about entities, their rows and their alerts. */
export const tablesProfile: AgentProfile = {
  contextType: 'tables',
  instructions: tablesPrompt,
  optionalToolCategories: ['tables'],
  hooks: ({ answerLanguage }) => createLanguageGuard(answerLanguage),
  approval: { write: 'allow' },
  limits: { maxIterations: 20 },
};
