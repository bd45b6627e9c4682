import type { Principal } from '@shipmate/core';
import type { SearchTerm } from '../search/to-search-terms.ts';
import type { Passage, PassageMatch, Pattern, PatternDocument } from './pattern.ts';

/** What is stored of a document. */
export interface NewPattern extends PatternDocument {
  /** Its id, unless one of its title is replaced. */
  readonly id: string;
  readonly passages: readonly Passage[];
}

/** The patterns of organizations. **Contract.** Every member of an organization sees all of them; to others they are absent. */
export interface PatternStore {
  /** Adds a pattern, or puts it in the place of the one of its title. To be called in a transaction. */
  save(principal: Principal, pattern: NewPattern): Promise<Pattern>;
  get(principal: Principal, patternId: string): Promise<Pattern>;
  /** By title. */
  list(principal: Principal): Promise<readonly Omit<Pattern, 'body'>[]>;
  remove(principal: Principal, patternId: string): Promise<Omit<Pattern, 'body'>>;
  /** All passages of one pattern, in order. */
  listPassages(principal: Principal, patternId: string): Promise<readonly PassageMatch[]>;
  /** The passages that fit of so many patterns as fit best; the best pattern first, its best passage first. */
  search(
    principal: Principal,
    query: { readonly terms: readonly SearchTerm[]; readonly limit: number },
  ): Promise<readonly PassageMatch[]>;
}
