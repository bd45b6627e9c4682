import { contextBlock } from './blocks/context-block.ts';
import { responseGuidance } from './blocks/response-guidance.ts';
import { tablesRoleBlock } from './blocks/tables-role-block.ts';
import type { PromptContext } from './prompt-context.ts';

/** Builds the system prompt of the tables agent: its role, the answer style and the client's state. */
export function tablesPrompt({ clientContext }: PromptContext): string {
  const blocks = [tablesRoleBlock, responseGuidance, contextBlock(clientContext)];
  return blocks.filter((block) => block !== '').join('\n\n');
}
