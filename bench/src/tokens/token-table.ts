import { toMarkdownTable } from '../markdown-table.ts';
import type { Comparison } from './compare-conversations.ts';
import { type Conversation, inputTokens, uncachedTokens } from './conversation.ts';

const header = ['tools / prompts', 'requests', 'calls', 'failed', 'in view', 'output', 'uncached', 'input', 'fewer'];

/** Formats the tokens of both paths for each fault and for all faults. */
export function toTokenTable(comparisons: readonly Comparison[]): string {
  return toMarkdownTable(header, [
    ...comparisons.map((comparison) => [comparison.scenario, ...toCells([comparison])]),
    ['all', ...toCells(comparisons)],
  ]);
}

/** Returns the share of the input tokens of prompts that the tools save. */
export function savedInput(comparisons: readonly Comparison[]): number {
  return 1 - sumOf(comparisons, 'tools', inputTokens) / sumOf(comparisons, 'prompts', inputTokens);
}

function toCells(comparisons: readonly Comparison[]): readonly string[] {
  const both = (measure: (conversation: Conversation) => number): string =>
    `${sumOf(comparisons, 'tools', measure)} / ${sumOf(comparisons, 'prompts', measure)}`;
  return [
    both(({ requests }) => requests.length),
    both(({ calls }) => calls),
    both(({ failures }) => failures),
    both(({ isSolved }) => Number(isSolved)),
    both(({ outputTokens }) => outputTokens),
    both(uncachedTokens),
    both(inputTokens),
    `${(100 * savedInput(comparisons)).toFixed(1)} %`,
  ];
}

function sumOf(
  comparisons: readonly Comparison[],
  path: 'tools' | 'prompts',
  measure: (conversation: Conversation) => number,
): number {
  return comparisons.reduce((sum, comparison) => sum + measure(comparison[path]), 0);
}
