import { readFences } from '@shipmate/core';
import type { ContextType } from '@shipmate/domain/conversation';
import { z } from 'zod';
import { demoLabel } from './demo-label.ts';

/** An answer to questions of one form. */
type Answer = readonly [question: RegExp, answer: string];

const answers: Readonly<Partial<Record<ContextType, readonly Answer[]>>> = {
  workflow: [
    [
      /\b(watch|trigger|start|set off|rule can)/i,
      'A rule watches one entity. It starts when a row of the entity is created (`on_create`), updated (`on_update`) or deleted (`on_delete`), or when a person starts it (`manual`).',
    ],
  ],
  plain: [
    [
      /\bprobes?\b/i,
      'A web server needs a readiness probe, so that it gets traffic only when it can answer, and a liveness probe, which restarts it when it hangs. A startup probe helps if it starts slowly: the other probes wait for it.',
    ],
  ],
};

const wayToAKey = 'Set a key such as `ANTHROPIC_API_KEY` for a model that does.';

/** What the demo model lacks, by agent. */
const limits: Readonly<Partial<Record<ContextType, string>>> = {
  workflow: `The demo model looks up no rules and builds none. ${wayToAKey}`,
  tables: `The demo model reads no tables. ${wayToAKey}`,
  diagram: 'This installation has no code maps here, so nothing can be drawn.',
  repository: 'This answer has no checkout. Start a job on the page **Repositories**.',
  cluster: 'No cluster is configured: set `KUBECONFIG`, or start Shipmate without `--no-demo-cluster`.',
};

const openRuleSchema = z.object({
  rule_name: z.string().min(1),
  entity_name: z.string().optional(),
  summary: z.string().optional(),
});

/** Answers the agents that have no tools here: a known question, the rule on the client's page, or what is not possible. */
export function answerWithoutTools(agent: ContextType, question: string, system: string): string {
  const known = answers[agent]?.find(([form]) => form.test(question))?.[1];
  const rule = agent === 'workflow' ? describeOpenRule(system) : undefined;
  const found = [rule, known].filter((text) => text !== undefined);
  const none =
    found.length === 0 ? ['The demo model is a script without an AI model. It has no answer to this question.'] : [];
  return [...found, ...none, limits[agent] ?? '', demoLabel].filter((text) => text !== '').join('\n\n');
}

/** Describes the rule that the client shows, from its state alone. */
function describeOpenRule(system: string): string | undefined {
  const state = readFences(system).fenced.find(({ source }) => source === 'client')?.text;
  const rule = openRuleSchema.safeParse(parseState(state)).data;
  if (rule === undefined) return undefined;
  const entity = rule.entity_name === undefined ? '' : ` on \`${rule.entity_name}\``;
  const summary = rule.summary === undefined ? '.' : `: ${rule.summary}.`;
  return `Your page shows the rule “${rule.rule_name}”${entity}${summary}`;
}

function parseState(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
