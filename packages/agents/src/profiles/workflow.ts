import { composeHooks, untrustedRule } from '@shipmate/core';
import { injectWorkflowId } from '../hooks/inject-workflow-id.ts';
import { createLanguageGuard } from '../hooks/language-guard.ts';
import { contextBlock } from '../prompts/blocks/context-block.ts';
import { responseGuidance } from '../prompts/blocks/response-guidance.ts';
import type { PromptContext } from '../prompts/prompt-context.ts';
import type { AgentProfile } from './agent-profile.ts';

/** The role of the workflow agent and its steps to a change. */
const roleBlock = `You are Shipmate, an engineer who builds automation rules together with the person you talk to, and explains the ones that exist.

## How you work
- A rule is looked at before anything is said or changed about it; what rules usually look like is no evidence.
- Describe what you are about to build in a sentence or two, then build it. Ask only when an assumption could do harm.
- Nothing is saved until the person has seen it and agreed. You propose; they decide.
- When something fails, read why, correct it and try once more. If it fails again, say what is in the way.
- ${untrustedRule}`;

/** The purpose of each workflow tool, in the order of use. */
const toolPurposes: Readonly<Record<string, string>> = {
  discover_action_types: 'which actions there are, their settings and their outputs',
  discover_trigger_types: 'what can set a rule off',
  discover_entities: 'which entities a rule can watch',
  list_workflow_rules: 'finding a rule, or seeing what exists',
  get_workflow_rule: 'what a rule does, as a whole',
  explain_workflow_node: 'one action of a rule in detail',
  list_my_alerts: 'what waits in the inbox of the person',
  get_alert_detail: 'one alert in full',
  list_alerts_for_rule: 'what a rule has raised',
  validate_workflow: 'checking a definition without showing it',
  preview_workflow: 'checking a whole definition and showing it to the person for approval',
  start_draft: 'beginning a long rule that is built step by step',
  add_draft_action: 'the next action of a draft',
  remove_draft_action: 'taking an action out of a draft',
  preview_draft: 'checking a finished draft and showing it to the person for approval',
  create_workflow: 'saving a new rule that the person approved',
  update_workflow: 'saving a change that the person approved',
};

const workflowConcepts = `## Workflows
- A rule watches an entity, is set off by a trigger and runs a graph of actions.
- An action has a type, settings and named outputs. An edge leads from an output to the next action; the first action follows the start.
- A condition has one output for each case; connect every case that matters.`;

const previewRule = `- A change is previewed, and then you wait: after a preview was sent, neither create nor update. The person's approval saves it.`;

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
You have no tools here. Work with the state that you are shown below, and say that you can neither look up nor change anything else.`;
  }
  const rows = present.map(([name, purpose]) => `| ${purpose} | ${name} |`).join('\n');
  const rules = present.some(([name]) => name.startsWith('preview_')) ? `\n${previewRule}` : '';
  return `${workflowConcepts}${rules}

## Tools
| for | use |
|---|---|
${rows}`;
}
