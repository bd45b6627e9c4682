import type { Principal } from '@shipmate/core';
import type { SearchTerm } from '../search/to-search-terms.ts';
import type { Passage, PassageMatch, Pattern, PatternDocument } from './pattern.ts';

/** A document to be stored. */
export interface NewPattern extends PatternDocument {
  /** Id for a new pattern; a replaced one keeps its own. */
  readonly id: string;
  readonly passages: readonly Passage[];
}

/**
 * Store for the patterns of organizations. **Contract.** Every member of an organization reads all of them;
 * to others they are not found.
 */
export interface PatternStore {
  /** Adds a pattern, or replaces the one with the same title. Call it in a transaction. */
  save(principal: Principal, pattern: NewPattern): Promise<Pattern>;
  get(principal: Principal, patternId: string): Promise<Pattern>;
  /** Lists patterns by title. */
  list(principal: Principal): Promise<readonly Omit<Pattern, 'body'>[]>;
  remove(principal: Principal, patternId: string): Promise<Omit<Pattern, 'body'>>;
  /** Lists all passages of one pattern, in order. */
  listPassages(principal: Principal, patternId: string): Promise<readonly PassageMatch[]>;
  /**
   * Returns the matching passages of the best patterns, up to a limit; the best pattern first, its best
   * passage first.
   */
  search(
    principal: Principal,
    query: { readonly terms: readonly SearchTerm[]; readonly limit: number },
  ): Promise<readonly PassageMatch[]>;
}
