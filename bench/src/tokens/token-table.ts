import { toMarkdownTable } from '../markdown-table.ts';
import type { Comparison } from './compare-conversations.ts';
import { type ConversationTokens, inputTokens, uncachedTokens } from './conversation-tokens.ts';
import { wires } from './wires.ts';

const header = ['tools / prompts', 'requests', 'calls', 'failed', 'in view', 'output', 'uncached', 'input', 'fewer'];

/** Formats the tokens of both paths for each fault and for all faults. */
export function toTokenTable(comparisons: readonly Comparison[]): string {
  return toMarkdownTable(header, [
    ...comparisons.map((comparison) => [comparison.scenario, ...toCells([comparison])]),
    ['all', ...toCells(comparisons)],
  ]);
}

/** Headings of the rows of {@link toSummaryRow}. */
export const summaryHeader = [
  'tools / prompts',
  'requests',
  'output',
  'ms without model',
  'input',
  'fewer',
  ...wires.map((wire) => `fewer, ${wire.name}`),
] as const;

/** Formats all faults in one row: requests, tokens, the median time of a conversation, and the savings in each wire format. */
export function toSummaryRow(comparisons: readonly Comparison[]): readonly string[] {
  const both = (format: (path: 'tools' | 'prompts') => number): string => `${format('tools')} / ${format('prompts')}`;
  return [
    both((path) => sumOf(comparisons, path, ({ requests }) => requests.length)),
    both((path) => sumOf(comparisons, path, ({ outputTokens }) => outputTokens)),
    both((path) => Math.round(medianOf(comparisons.map((comparison) => comparison[path].millis)))),
    both((path) => sumOf(comparisons, path, inputTokens)),
    toPercent(savedInput(comparisons)),
    ...wires.map(({ name }) => toPercent(savedOf(comparisons, ({ inputs }) => inputs[name] ?? Number.NaN))),
  ];
}

/** Returns the share of the input tokens of prompts that the tools save. */
export function savedInput(comparisons: readonly Comparison[]): number {
  return savedOf(comparisons, inputTokens);
}

function savedOf(comparisons: readonly Comparison[], measure: (conversation: ConversationTokens) => number): number {
  return 1 - sumOf(comparisons, 'tools', measure) / sumOf(comparisons, 'prompts', measure);
}

function toPercent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function toCells(comparisons: readonly Comparison[]): readonly string[] {
  const both = (measure: (conversation: ConversationTokens) => number): string =>
    `${sumOf(comparisons, 'tools', measure)} / ${sumOf(comparisons, 'prompts', measure)}`;
  return [
    both(({ requests }) => requests.length),
    both(({ calls }) => calls),
    both(({ failures }) => failures),
    both(({ isSolved }) => Number(isSolved)),
    both(({ outputTokens }) => outputTokens),
    both(uncachedTokens),
    both(inputTokens),
    toPercent(savedInput(comparisons)),
  ];
}

function sumOf(
  comparisons: readonly Comparison[],
  path: 'tools' | 'prompts',
  measure: (conversation: ConversationTokens) => number,
): number {
  return comparisons.reduce((sum, comparison) => sum + measure(comparison[path]), 0);
}
