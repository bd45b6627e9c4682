import { readdir, readFile } from 'node:fs/promises';
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

/** Answers to the example questions of the documents, by agent. */
const documented: readonly (readonly [contextType: string, question: string, answer: RegExp])[] = [
  ['workflow', 'What can a rule watch?', /`on_create`.*`on_update`.*`on_delete`.*`manual`/s],
  ['plain', 'Which probes does a web server need?', /readiness.*liveness/s],
  ['tables', 'Hello', /reads no tables.*ANTHROPIC_API_KEY/s],
];

it('every question to an agent in the documents is among the examples', async () => {
  const folder = new URL('../../../docs/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const bodies = texts.join('\n').matchAll(/-d '(\{"message.*\})'|\.chat\((\{.*?\})\)/g);
  const questions = [...bodies].flatMap(([body]) => /(?:"text"|"?message"?): ["'](.*?)["']/.exec(body)?.[1] ?? body);
  expect(questions.toSorted()).toEqual(documented.map(([, question]) => question).toSorted());
});

it.each(documented)(
  'the demo model answers the documented example of the agent "%s"',
  async (contextType, question, answer) => {
    expect(await ask(contextType, question)).toMatch(answer);
  },
);

it.each(['workflow', 'tables', 'plain', 'cluster', 'repository'])(
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

it.each([
  ['Request: a cluster for staging', { tool: 'clusters', operation: 'create' }, /shares the word cluster with/],
  ['Request: Back up the orders database', { tool: 'databases', operation: 'backup' }, /shares the word database with/],
  ['Request: Brew coffee', { tool: null, operation: null }, /No operation shares a word/],
])('the demo model chooses an operation for "%s" by shared words, and says so', async (question, chosen, why) => {
  const list =
    'clusters: create (needs provider) - Creates a Kubernetes cluster.\ndatabases: backup - Copies a database.';
  const discover = defineTool({
    name: 'discover_operations',
    description: 'Lists operations.',
    effect: 'read',
    input: z.looseObject({}),
    output: z.string(),
    execute: async () => `There are 2 operations.\n${fenceText(list, { source: 'program' })}`,
    toModel: (text) => text,
  });
  const { output } = await runToolLoop(model, {
    operation: 'build-platform',
    messages: [userMessage(question)],
    tools: bindTools([discover], {}),
    context,
    output: z.object({ tool: z.string().nullable(), operation: z.string().nullable(), why: z.string() }),
  });
  expect(output).toMatchObject(chosen);
  expect(output?.why).toMatch(why);
  expect(output?.why).toMatch(/a script, only compares words.*ANTHROPIC_API_KEY/);
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
