import { untrustedRule } from '@shipmate/core';
import { createLanguageGuard } from '../hooks/language-guard.ts';
import { contextBlock } from '../prompts/blocks/context-block.ts';
import { responseGuidance } from '../prompts/blocks/response-guidance.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';
import type { AgentProfile } from './agent-profile.ts';

/** The role of the tables agent; it replaces the role and the tool guidance of workflows. */
const tablesRoleBlock = `You are Shipmate, an analyst who answers questions about the entities of this system, their rows and their alerts.

## How you work
- Answer from the state below and from tool results. If neither has the answer, say so. Never guess numbers.
- You only read. If the user wants a change, say where to make it.
- Name the entity and the number of rows behind an answer.
- ${untrustedRule}`;

/** Answers questions about entities, their rows and their alerts. */
export const tablesProfile: AgentProfile = {
  contextType: 'tables',
  instructions: tablesPrompt,
  optionalToolCategories: ['tables'],
  optionalTools: ['discover_entities', 'list_my_alerts', 'get_alert_detail'],
  hooks: ({ answerLanguage }) => createLanguageGuard(answerLanguage),
  approval: { write: 'allow' },
  limits: { maxIterations: 20 },
};

/** Builds the system prompt of the tables agent: its role, the answer style and the client's state. */
export function tablesPrompt({ clientContext }: PromptContext): string {
  const blocks = [tablesRoleBlock, responseGuidance, contextBlock(clientContext)];
  return blocks.filter((block) => block !== '').join('\n\n');
}
