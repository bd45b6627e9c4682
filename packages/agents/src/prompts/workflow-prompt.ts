import { contextBlock } from './blocks/context-block.ts';
import { responseGuidance } from './blocks/response-guidance.ts';
import { roleBlock } from './blocks/role-block.ts';
import { toolGuidance } from './blocks/tool-guidance.ts';
import type { PromptContext } from './prompt-context.ts';

/** Builds the system prompt of the workflow agent: its role, its tools, the answer style and the client's state. */
export function workflowPrompt({ clientContext, toolNames = [] }: PromptContext): string {
  const blocks = [roleBlock, toolGuidance(toolNames), responseGuidance, contextBlock(clientContext)];
  return blocks.filter((block) => block !== '').join('\n\n');
}
