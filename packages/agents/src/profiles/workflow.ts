import { composeHooks } from '@shipmate/core';
import { injectWorkflowId } from '../hooks/inject-workflow-id.ts';
import { createLanguageGuard } from '../hooks/language-guard.ts';
import { workflowPrompt } from '../prompts/workflow-prompt.ts';
import type { AgentProfile } from './agent-profile.ts';

/** Builds and explains automation rules. */
export const workflowProfile: AgentProfile = {
  contextType: 'workflow',
  instructions: workflowPrompt,
  optionalToolCategories: ['workflow'],
  hooks: ({ clientContext, answerLanguage }) =>
    composeHooks(injectWorkflowId(clientContext), createLanguageGuard(answerLanguage)),
  approval: { write: 'allow' },
  limits: { maxIterations: 20 },
};
