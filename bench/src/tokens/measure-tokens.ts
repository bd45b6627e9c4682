import type { TokenBound } from '../bounds.ts';
import { compareConversations, type Comparison, listFaults } from './compare-conversations.ts';
import type { Counters } from './conversation-tokens.ts';
import { generateKinds } from './generated-kinds.ts';
import { listPackagedKinds } from './packaged-kinds.ts';
import { savedInput, toSummaryRow, toTokenTable } from './token-table.ts';
import { wires } from './wires.ts';

/** Tokens until a cause is found, on both paths; `holds` compares them with the bound. */
export interface TokenReport {
  readonly table: string;
  /** A row of the table with {@link summaryHeader}. */
  readonly summary: readonly string[];
  readonly saved: number;
  readonly holds: boolean;
}

/** Opens the tokenizers of all wire formats. */
export async function openCounters(): Promise<Counters> {
  return new Map(await Promise.all(wires.map(async (wire) => [wire, await wire.openTokenizer()] as const)));
}

/** Measures all faults under the conditions of a bound. It holds if enough is saved and both paths find every cause. */
export async function measureTokens(bound: TokenBound, counters: Counters): Promise<TokenReport> {
  const { name, kinds, origin, hasKinds = true, triesFix = false, minSaved } = bound;
  const comparisons: Comparison[] = [];
  const custom = origin === 'generated' || kinds === 0 ? generateKinds(kinds) : await listPackagedKinds(kinds);
  for await (const each of compareConversations(await listFaults(), custom, { hasKinds, triesFix, counters })) {
    comparisons.push(each);
  }
  const saved = savedInput(comparisons);
  const isSolved = comparisons.every(({ tools, prompts }) => tools.isSolved && prompts.isSolved);
  return {
    table: toTokenTable(comparisons),
    summary: [name, ...toSummaryRow(comparisons)],
    saved,
    holds: saved >= minSaved && isSolved,
  };
}
