import { AppError, readFences } from '@shipmate/core';
import { z } from 'zod';
import type { DemoSteps } from '../demo-steps.ts';
import { parseJson } from '../parse-json.ts';
import { callTool } from './call-tool.ts';

const openRuleSchema = z.object({
  workflow_id: z.string().optional(),
  rule_name: z.string().min(1).optional(),
  entity_name: z.string().optional(),
  summary: z.string().optional(),
});

/** Tests whether a message asks about the rule that the client shows. */
export function isQuestionAboutRule(question: string): boolean {
  return /\b(explain|describe|what)\b.*\b(this|the|my)\b.*\b(rule|workflow)\b/i.test(question);
}

/** Explains the rule that the client shows: the stored one, or what the client says about one that is not stored. */
export function* explainRule(system: string): DemoSteps<readonly string[]> {
  const state = readFences(system).fenced.find(({ source }) => source === 'client')?.text ?? '';
  const open = openRuleSchema.safeParse(parseJson(state)).data ?? {};
  const reference = open.workflow_id ?? open.rule_name;
  if (reference === undefined) return ['You have no rule open. Open one from the list of rules, and ask there.'];
  try {
    const { rule, summary } = yield* callTool('get_workflow_rule', { workflow_id: reference }, 'Let me read the rule.');
    const { name, entity, trigger_type: trigger, description, is_active: isActive } = rule;
    return [
      `**${name}** runs on \`${trigger}\` of \`${entity}\`${isActive ? '' : '; it is inactive'}. ${description}`.trim(),
      `\`\`\`text\n${summary.flow_outline}\n\`\`\``,
    ];
  } catch (thrown) {
    if (!AppError.isInstance(thrown) || open.rule_name === undefined) throw thrown;
    const entity = open.entity_name === undefined ? '' : ` on \`${open.entity_name}\``;
    const about = open.summary === undefined ? '.' : `: ${open.summary}.`;
    return [`Your page shows the rule “${open.rule_name}”${entity}${about}`, 'It is not stored here.'];
  }
}
