import type { TokenBound } from '../bounds.ts';
import { compareConversations, type Comparison, listFaults } from './compare-conversations.ts';
import { listPackagedKinds } from './packaged-kinds.ts';
import { savedInput, toTokenTable } from './token-table.ts';

/** Tokens until a cause is found, on both paths; `holds` compares them with the bound. */
export interface TokenReport {
  readonly table: string;
  readonly saved: number;
  readonly holds: boolean;
}

/** Measures all faults in clusters with that many kinds. The bound holds if enough is saved and both paths find every cause. */
export async function measureTokens({ kinds, minSaved }: TokenBound): Promise<TokenReport> {
  const comparisons: Comparison[] = [];
  for await (const each of compareConversations(await listFaults(), await listPackagedKinds(kinds))) {
    comparisons.push(each);
  }
  const saved = savedInput(comparisons);
  const isSolved = comparisons.every(({ tools, prompts }) => tools.isSolved && prompts.isSolved);
  return { table: toTokenTable(comparisons), saved, holds: saved >= minSaved && isSolved };
}
