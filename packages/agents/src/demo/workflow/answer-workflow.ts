import { toAnswer } from '../attempt.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { explainRule, isQuestionAboutRule } from './explain-rule.ts';
import { buildLowStockRule, isLowStockRequest } from './low-stock-rule.ts';
import { callTool } from './call-tool.ts';

const abilities = `I can:

- build a rule that alerts on low stock – “alert the owners when stock is below 10”
- list the rules – “which rules are there?”
- list triggers and entities – “what can a rule watch?”
- explain the rule that you have open – “what does this rule do?”`;

/** Answers a message about automation rules: it builds one rule, and lists and explains what the tools return. */
export function answerWorkflow(question: string, system: string): DemoSteps<string> {
  return toAnswer(answer(question, system));
}

function* answer(question: string, system: string): DemoSteps<readonly string[]> {
  if (isLowStockRequest(question)) return yield* buildLowStockRule(question);
  if (/\b(which|list|show|what)\b.*\brules\b/i.test(question)) return [yield* listRules()];
  if (/\b(watch|triggers?|entit(y|ies))\b/i.test(question)) return [yield* listTriggers(), yield* listEntities()];
  if (isQuestionAboutRule(question)) return yield* explainRule(system);
  return ['The demo model is a script without an AI model. It has no answer to this question.', abilities];
}

function* listRules(): DemoSteps<string> {
  const { results } = yield* callTool('list_workflow_rules', {});
  if (results.length === 0) return 'There are no rules yet. Ask for one: “alert the owners when stock is below 10”.';
  const lines = results.map(
    ({ name, entity_name: entity, trigger_type: trigger, is_active: isActive }) =>
      `- **${name}**: \`${trigger}\` of \`${entity}\`${isActive ? '' : ', inactive'}`,
  );
  return `There ${results.length === 1 ? 'is one rule' : `are ${results.length} rules`}:\n\n${lines.join('\n')}`;
}

function* listTriggers(): DemoSteps<string> {
  const { trigger_types: triggers } = yield* callTool('discover_trigger_types', {});
  const lines = triggers.map(({ name, description }) => `- \`${name}\`: ${description}`);
  return `A rule watches one entity. Its trigger is one of these:\n\n${lines.join('\n')}`;
}

function* listEntities(): DemoSteps<string> {
  const { entities } = yield* callTool('discover_entities', {});
  return `Entities: ${entities.map(({ name }) => `\`${name}\``).join(', ')}.`;
}
