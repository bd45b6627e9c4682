import { bindTools, createToolExecutionContext, defineTool, fenceText, runToolLoop, userMessage } from '@shipmate/core';
import { createDemoModel } from '@shipmate/providers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { demoScript } from '../src/demo/index.ts';
import { profileFor } from '../src/profiles/profiles.ts';
import type { PromptContext } from '../src/prompts/prompt-context.ts';

const context = createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'acme', via: 'local' } });
const model = createDemoModel({ script: demoScript, pacing: 0 });

/** Asks an agent without tools and returns its answer. */
async function ask(contextType: string, question: string, prompt: PromptContext = {}): Promise<string> {
  const systemPrompt = profileFor(contextType).instructions(prompt);
  const { finalMessage } = await runToolLoop(model, {
    systemPrompt,
    messages: [userMessage(question)],
    tools: [],
    context,
  });
  return finalMessage;
}

/** The example questions of docs/agent-chat.md and docs/chat.md. */
it.each([
  ['workflow', 'What can a rule watch?', /`on_create`.*`on_update`.*`on_delete`.*`manual`/s],
  ['plain', 'Which probes does a web server need?', /readiness.*liveness/s],
  ['tables', 'Hello', /reads no tables/],
])('the demo model answers the documented example of the agent "%s"', async (contextType, question, answer) => {
  expect(await ask(contextType, question)).toMatch(answer);
});

it.each(['workflow', 'tables', 'plain', 'cluster'])(
  'the demo model says that it is a script and cannot answer, not what it can do in a chart, to the agent "%s"',
  async (contextType) => {
    const answer = await ask(contextType, 'What is the meaning of life?');
    expect(answer).toMatch(/demo model.*a script/s);
    expect(answer).not.toMatch(/add a dependency at its latest version/);
  },
);

it('the demo model names the rule that the client shows', async () => {
  const clientContext = {
    rule_name: 'Low Stock Alert',
    summary: '3 actions, 1 branch',
    entity_name: 'inventory_items',
  };
  expect(await ask('workflow', 'What does this workflow do?', { clientContext })).toContain(
    'Your page shows the rule “Low Stock Alert” on `inventory_items`: 3 actions, 1 branch.',
  );
});

it('the demo model says that no cluster is configured when it has no cluster tools', async () => {
  expect(await ask('cluster', 'Why is checkout crashing?')).toMatch(/No cluster is configured.*KUBECONFIG/s);
});

it('the demo model summarizes no impact, and says so', async () => {
  const { output } = await runToolLoop(model, {
    operation: 'impact',
    messages: [userMessage(`Planned change: delete it\n${fenceText('facts', { source: 'object' })}`)],
    tools: [],
    context,
    output: z.object({ summary: z.string() }),
  });
  expect(output?.summary).toMatch(/The demo model, a script, adds nothing/);
});

it('the demo model chooses no operation, and says so', async () => {
  const { output } = await runToolLoop(model, {
    operation: 'build-platform',
    messages: [userMessage('What is wanted: a cluster')],
    tools: [],
    context,
    output: z.object({ tool: z.null(), operation: z.null(), why: z.string() }),
  });
  expect(output?.why).toMatch(/The demo model, a script, chooses no operations/);
});

it('the demo model refuses to recommend at once, with the way to a real model', async () => {
  const { error, steps } = await runToolLoop(model, {
    operation: 'recommend',
    messages: [userMessage('What is wanted: a database')],
    tools: [],
    context,
    output: z.object({ solutions: z.array(z.string()) }),
  });
  expect(error?.message).toMatch(/The demo model, a script, recommends nothing.*ANTHROPIC_API_KEY/);
  expect(steps).toHaveLength(1);
});

it('the demo model answers a query with the pods that it read, as evidence', async () => {
  const table =
    'NAMESPACE\tNAME\tREADY\tSTATUS\tRESTARTS\tOWNER\nshop\tweb-0\t1/1\tRunning\t0\tweb\nshop\tdb-0\t0/1\tCrashLoopBackOff\t9\tdb';
  const pods = defineTool({
    name: 'kubectl_get',
    description: 'Lists pods.',
    effect: 'read',
    input: z.looseObject({}),
    output: z.string(),
    execute: async () => `[call c1]\n[context demo] \n${fenceText(table, { source: 'object' })}`,
    toModel: (text) => text,
  });
  const { output } = await runToolLoop(model, {
    operation: 'query',
    messages: [userMessage('Which pods restart?')],
    tools: bindTools([pods], {}),
    context,
    output: z.object({ answer: z.string(), evidence: z.array(z.literal('c1')) }),
  });
  expect(output).toMatchObject({
    evidence: ['c1'],
    answer: expect.stringMatching(/2 pods.*1 of them.*`shop\/db-0`.*CrashLoopBackOff/s),
  });
  expect(output?.answer).toMatch(/The demo model, a script, reads only pods/);
});
