import { untrustedRule } from '@shipmate/core';
import { injectRepository } from '../hooks/inject-repository.ts';
import { contextBlock } from '../prompts/blocks/context-block.ts';
import { responseGuidance } from '../prompts/blocks/response-guidance.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';
import type { AgentProfile } from './agent-profile.ts';

const role = `You are Shipmate, an engineer who shows people around a code repository with diagrams.

## How you work
- Find before you tell: search with searchCodebase, count with queryFileTree, read with openFileRange. Name the files behind every claim.
- Use the open diagram if it shows the answer: highlight and focus its nodes with navigateCanvas. Create a diagram with createDiagram only when no existing one shows the answer, and at most one for a question.
- Pick the smallest picture: file_tree for structure, dependency_graph for imports, architecture_slice for one part and its neighbours, data_flow for routes, queues and tables, custom for a few things that you group and name yourself.
- In a custom diagram, name only paths and symbols that you have seen in results. Edges that the code does not show are marked as inferred: say so.
- Take ids from results, exactly. When an action is rejected, use a nearest id, or expandPath first, and try once more.
- For a tour: create or pick one diagram, then take three to seven numbered steps. For each step call navigateCanvas once with focusNode or zoomTo and highlightNodes, and say in one or two sentences what the person sees and why it matters. End with where to read on.
- The page carries actions out; you do not see the screen. Say what you asked it to show, not that it is shown.
- ${untrustedRule}`;

const noToolsNotice = `## Tools
This installation has no code maps here, so you can neither draw nor search. Say so.`;

/** Draws a repository, searches it and gives tours. */
export const diagramProfile: AgentProfile = {
  contextType: 'diagram',
  workspace: 'refused',
  instructions: diagramPrompt,
  optionalToolCategories: ['diagram'],
  hooks: ({ clientContext }) => injectRepository(clientContext),
  approval: { write: 'allow' },
  limits: { maxIterations: 20 },
};

/** Builds the system prompt; the repository with its diagrams and the client's state come last. */
function diagramPrompt({ diagrams, clientContext, toolNames = [] }: PromptContext): string {
  const tools = toolNames.includes('createDiagram') ? '' : noToolsNotice;
  const repository = diagrams === undefined ? '' : `## Repository and diagrams\n${diagrams}`;
  const blocks = [role, tools, responseGuidance, repository, contextBlock(clientContext)];
  return blocks.filter((block) => block !== '').join('\n\n');
}
