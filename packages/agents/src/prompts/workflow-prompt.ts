import { contextBlock } from './blocks/context-block.ts';
import { responseGuidance } from './blocks/response-guidance.ts';
import { roleBlock } from './blocks/role-block.ts';
import { toolGuidance } from './blocks/tool-guidance.ts';
import type { PromptContext } from './prompt-context.ts';

/** The system prompt of the workflow agent: who it is, its tools, how it answers, and what the client shows. */
export function workflowPrompt({ clientContext, toolNames = [] }: PromptContext): string {
  const blocks = [roleBlock, toolGuidance(toolNames), responseGuidance, contextBlock(clientContext)];
  return blocks.filter((block) => block !== '').join('\n\n');
}
