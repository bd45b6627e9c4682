import { composeHooks, untrustedRule } from '@shipmate/core';
import { injectWorkflowId } from '../hooks/inject-workflow-id.ts';
import { createLanguageGuard } from '../hooks/language-guard.ts';
import { contextBlock } from '../prompts/blocks/context-block.ts';
import { responseGuidance } from '../prompts/blocks/response-guidance.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';
import type { AgentProfile } from './agent-profile.ts';

/** The role of the workflow agent and its steps to a change. */
const roleBlock = `You are Shipmate, an engineer who builds and explains automation rules with the user.

## How you work
- Read a rule before you describe or change it. Never infer a rule's content from other rules.
- State in one or two sentences what you will build, then build it. Ask a question only if a wrong assumption could cause damage.
- Only an approved preview is saved. You propose; the user approves.
- When a tool fails, read the error, correct the input and retry once. If it fails again, report the error and its cause.
- ${untrustedRule}`;

/** The purpose of each workflow tool, in the order of use. */
const toolPurposes: Readonly<Record<string, string>> = {
  discover_action_types: 'list action types with their settings and outputs',
  discover_trigger_types: 'list trigger types',
  discover_entities: 'list the entities that a rule can watch',
  list_workflow_rules: 'find or list rules',
  get_workflow_rule: 'read a whole rule',
  explain_workflow_node: 'read one action of a rule in detail',
  list_my_alerts: 'list alerts of the user',
  get_alert_detail: 'read one alert',
  list_alerts_for_rule: 'list the alerts of a rule',
  validate_workflow: 'validate a definition without a preview',
  preview_workflow: 'validate a whole definition and send the user a preview',
  start_draft: 'start a draft of a long rule',
  add_draft_action: 'add an action to a draft',
  remove_draft_action: 'remove an action from a draft',
  preview_draft: 'validate a finished draft and send the user a preview',
  create_workflow: 'save a new rule without a preview, when the user asks for that',
  update_workflow: 'save a change without a preview, when the user asks for that',
  start_workflow: 'start a manual rule, when the user asks for that',
};

const workflowConcepts = `## Workflows
- A rule has an entity, a trigger and a graph of actions that run when the trigger fires.
- An action has a type, settings and named outputs. An edge leads from an output to the next action; the first action follows the start.
- A condition has one output per case; connect each case that needs an action.`;

const previewRule = `- After you send a preview, stop and wait: do not call create_workflow or update_workflow. The user's approval saves the change.`;

/** Builds and explains automation rules. */
export const workflowProfile: AgentProfile = {
  contextType: 'workflow',
  instructions: workflowPrompt,
  optionalToolCategories: ['workflow'],
  hooks: ({ clientContext, answerLanguage }) =>
    composeHooks(injectWorkflowId(clientContext), createLanguageGuard(answerLanguage)),
  approval: { write: 'ask' },
  limits: { maxIterations: 20 },
};

/** Builds the system prompt of the workflow agent: its role, its tools, the answer style and the client's state. */
export function workflowPrompt({ clientContext, toolNames = [] }: PromptContext): string {
  const blocks = [roleBlock, toolGuidance(toolNames), responseGuidance, contextBlock(clientContext)];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Describes the concepts of workflows and the purposes of the available tools; no other tool is mentioned. */
function toolGuidance(toolNames: readonly string[]): string {
  const present = Object.entries(toolPurposes).filter(([name]) => toolNames.includes(name));
  if (present.length === 0) {
    return `${workflowConcepts}

## Tools
You have no tools here. Use only the state below, and say that you cannot read or change anything else.`;
  }
  const rows = present.map(([name, purpose]) => `| ${purpose} | ${name} |`).join('\n');
  const rules = present.some(([name]) => name.startsWith('preview_')) ? `\n${previewRule}` : '';
  return `${workflowConcepts}${rules}

## Tools
| for | use |
|---|---|
${rows}`;
}
