import bounds from '../bounds.json' with { type: 'json' };

/** Two subjects, and how much the first may cost of what the second does. */
export interface RatioBound {
  readonly name: string;
  readonly what: string;
  readonly subject: string;
  readonly against: string;
  /**
   * Whether one process measures both, in turns. The young generation of a heap grows with what survives in it, and a larger one is
   * slower to fill, so of two processes a few percent are the heap's.
   */
  readonly together?: boolean;
  readonly maxRatio: number;
}

/** Two sources of events, and how much memory an idle reader of the first may take. */
export interface ReaderBound {
  readonly name: string;
  readonly what: string;
  readonly source: string;
  readonly against: string;
  readonly maxKilobytes: number;
}

/** Conversations in clusters of so many kinds of custom resources, and which part of the input of one path the other has to save. */
export interface TokenBound {
  readonly name: string;
  readonly what: string;
  readonly kinds: number;
  readonly minSaved: number;
}

/** A module, and what importing it may cost above importing its copy of zod. Without bounds it is there to compare with. */
export interface ImportBound {
  readonly name: string;
  readonly module: string;
  readonly above: string;
  readonly maxCpuMillis?: number;
  readonly maxMegabytes?: number;
}

/** Hostile calls of one organization, and what another organization's requests and the process may take meanwhile. */
export interface LoadBound {
  readonly name: string;
  readonly what: string;
  readonly maxMillis: number;
  /** Of the p99 during the calls to the p99 before them. */
  readonly maxRatio: number;
  readonly maxMegabytes: number;
}

export const loadBounds: readonly LoadBound[] = bounds.loads;
export const ratioBounds: readonly RatioBound[] = bounds.ratios;
export const readerBounds: readonly ReaderBound[] = bounds.readers;
export const tokenBounds: readonly TokenBound[] = bounds.tokens;
export const importBounds: readonly ImportBound[] = bounds.imports;
