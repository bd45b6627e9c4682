import bounds from '../bounds.json' with { type: 'json' };

/** Two subjects, and the maximum ratio of the first one's cost to the second one's. */
export interface RatioBound {
  readonly name: string;
  readonly what: string;
  readonly subject: string;
  readonly against: string;
  /**
   * `true` if one process measures both, in turns. The young generation of a heap grows with the objects that survive in it, and
   * a larger one is slower to fill, so two processes differ by a few percent for the heap alone.
   */
  readonly together?: boolean;
  readonly maxRatio: number;
}

/** Two sources of events, and the maximum memory of an idle reader of the first one. */
export interface ReaderBound {
  readonly name: string;
  readonly what: string;
  readonly source: string;
  readonly against: string;
  readonly maxKilobytes: number;
}

/** The number of custom kinds in the clusters of the conversations, and the minimum share of input tokens that one path saves. */
export interface TokenBound {
  readonly name: string;
  readonly what: string;
  readonly kinds: number;
  /** The origin of the kinds. Default `packages`. */
  readonly origin?: 'packages' | 'generated';
  /** False for prompts without the list of kinds. Default `true`. */
  readonly hasKinds?: boolean;
  /** True to try the fix by a dry run on both paths. Default `false`. */
  readonly triesFix?: boolean;
  readonly minSaved: number;
}

/** A module, and the maximum cost of importing it after another, such as its copy of zod. Without maxima it serves as a comparison. */
export interface ImportBound {
  readonly name: string;
  readonly module: string;
  readonly above: string;
  readonly maxCpuMillis?: number;
  /** The maximum of the time by the clock. */
  readonly maxMillis?: number;
  readonly maxMegabytes?: number;
}

/** Limits for another organization's requests and the process while one organization sends hostile calls. */
export interface LoadBound {
  readonly name: string;
  readonly what: string;
  readonly maxMillis: number;
  /** Maximum ratio of the p99 during the calls to the p99 before them. */
  readonly maxRatio: number;
  readonly maxMegabytes: number;
}

/** An engine, the minimum of events a second, and the maximum ratio of the cost of an event with ten times as many rules. */
export interface RuleBound {
  readonly name: string;
  readonly what: string;
  readonly engine: 'pglite' | 'postgres';
  readonly minPerSecond: number;
  readonly maxGrowth: number;
}

/** A figure of a durable run, and its bound: a number, or a ratio to the same figure of another side in the same turn. */
export interface DurableBound {
  readonly name: string;
  readonly what: string;
  readonly figure: 'nodeMillis' | 'postgresMillis' | 'statements' | 'walKilobytes' | 'runsPerSecond' | 'lockWaits';
  /** Default `shipmate`. */
  readonly subject?: string;
  readonly against?: string;
  readonly max?: number;
  readonly maxRatio?: number;
  readonly minRatio?: number;
}

/** A figure that a script measures together with others, and its maximum. */
export interface FigureBound {
  readonly name: string;
  readonly what: string;
  /** A script of `figures.ts`. */
  readonly script: string;
  readonly figure: string;
  readonly max: number;
}

/** A connection of an MCP client, and the maximum size of its list of tools. */
export interface ToolListBound {
  readonly name: string;
  readonly what: string;
  /** Query of the connection. */
  readonly query: string;
  readonly maxTokens: number;
}

export const durableBounds = bounds.durable as readonly DurableBound[];
export const figureBounds: readonly FigureBound[] = bounds.figures;
export const loadBounds: readonly LoadBound[] = bounds.loads;
export const ruleBounds = bounds.rules as readonly RuleBound[];
export const ratioBounds: readonly RatioBound[] = bounds.ratios;
export const readerBounds: readonly ReaderBound[] = bounds.readers;
export const toolListBounds: readonly ToolListBound[] = bounds.toolLists;
export const tokenBounds = bounds.tokens as readonly TokenBound[];
export const importBounds: readonly ImportBound[] = bounds.imports;
