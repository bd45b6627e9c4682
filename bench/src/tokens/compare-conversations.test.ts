import { expect, it } from 'vitest';
import { type Comparison, compareConversations, listFaults } from './compare-conversations.ts';
import { generateKinds } from './generated-kinds.ts';
import { kubectlCluesOf } from './kubectl-clues.ts';
import { savedInput, toTokenTable } from './token-table.ts';
import { type Wire, wires } from './wires.ts';

/** One whose cause the rules find while kubectl has to list the whole namespace, and one that needs a list on both paths. */
const scenarios = ['ingress-class', 'missing-config-map'] as const;

it('compareConversations finds the causes of faults on both paths and counts all requests, calls and tokens', async () => {
  const comparisons: Comparison[] = [];
  for await (const each of compareConversations(scenarios, generateKinds(40))) comparisons.push(each);

  const [swept, listed] = comparisons;
  expect(swept).toMatchObject({
    tools: { isSolved: true, calls: 2, failures: 0, requests: { length: 1 } },
    prompts: { isSolved: true, calls: 5, failures: 0, requests: { length: 5 } },
  });
  expect(listed).toMatchObject({
    tools: { isSolved: true, calls: 3, failures: 0, requests: { length: 2 } },
    prompts: { isSolved: true, calls: 5, failures: 0, requests: { length: 5 } },
  });
  // A conversation with tools extends its prefix; a prompt shares rules and kinds with the one before, and the last has its own.
  const [first, second] = listed?.tools.requests ?? [];
  expect(second?.cached).toBeGreaterThanOrEqual((first?.input ?? 0) - 1);
  const [opened, gathered, , , last] = listed?.prompts.requests ?? [];
  expect(gathered?.cached).toBeGreaterThan((opened?.input ?? 0) - 100);
  expect(last?.cached).toBeLessThan(100);
  expect(savedInput(comparisons)).toBeGreaterThan(0.5);
  expect(toTokenTable(comparisons).split('\n')).toHaveLength(2 + scenarios.length + 1);
});

it('compareConversations tries the fix in a turn of its own on both paths, and counts in other wire formats', async () => {
  const [, openai] = wires as readonly [Wire, Wire];
  const options = { triesFix: true, counters: new Map([[openai, (text: string) => text.length]]) };
  for await (const { tools, prompts } of compareConversations(['crash-loop'], [], options)) {
    expect(tools).toMatchObject({ isSolved: true, calls: 4, failures: 0, requests: { length: 2 } });
    expect(prompts).toMatchObject({ isSolved: true, calls: 5, failures: 0, requests: { length: 5 } });
    expect(tools.inputs['OpenAI']).toBeLessThan(prompts.inputs['OpenAI'] ?? 0);
  }
});

it('kubectlCluesOf has clues for every fault', async () => {
  const faults = await listFaults();
  expect(faults.length).toBeGreaterThanOrEqual(30);
  expect(faults.filter((name) => kubectlCluesOf(name).length === 0)).toEqual([]);
});
