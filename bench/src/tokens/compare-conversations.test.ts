import { expect, it } from 'vitest';
import { type Comparison, compareConversations, listFaults } from './compare-conversations.ts';
import { generateKinds } from './generated-kinds.ts';
import { kubectlCluesOf } from './kubectl-clues.ts';
import { savedInput, toTokenTable } from './token-table.ts';

/** One whose cause the rules find while kubectl has to list the whole namespace, and one that needs logs on both paths. */
const scenarios = ['ingress-class', 'crash-loop'] as const;

it('compareConversations finds the causes of faults on both paths and counts all requests, calls and tokens', async () => {
  const comparisons: Comparison[] = [];
  for await (const each of compareConversations(scenarios, generateKinds(40))) comparisons.push(each);

  const [swept, logged] = comparisons;
  expect(swept).toMatchObject({
    tools: { isSolved: true, calls: 1, failures: 0, requests: { length: 1 } },
    prompts: { isSolved: true, calls: 5, failures: 0, requests: { length: 5 } },
  });
  expect(logged).toMatchObject({
    tools: { isSolved: true, calls: 3, failures: 0, requests: { length: 2 } },
    prompts: { isSolved: true, calls: 4, failures: 0, requests: { length: 4 } },
  });
  // A conversation with tools extends its prefix; a prompt shares rules and kinds with the one before, and the last has its own.
  const [first, second] = logged?.tools.requests ?? [];
  expect(second?.cached).toBeGreaterThanOrEqual((first?.input ?? 0) - 1);
  const [opened, gathered, , last] = logged?.prompts.requests ?? [];
  expect(gathered?.cached).toBeGreaterThan((opened?.input ?? 0) - 100);
  expect(last?.cached).toBeLessThan(100);
  expect(savedInput(comparisons)).toBeGreaterThan(0.5);
  expect(toTokenTable(comparisons).split('\n')).toHaveLength(2 + scenarios.length + 1);
});

it('kubectlCluesOf has clues for every fault', async () => {
  const faults = await listFaults();
  expect(faults.length).toBeGreaterThanOrEqual(30);
  expect(faults.filter((name) => kubectlCluesOf(name).length === 0)).toEqual([]);
});
