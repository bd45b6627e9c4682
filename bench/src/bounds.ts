import bounds from '../bounds.json' with { type: 'json' };

/** Two subjects, and how much the first may cost of what the second does. */
export interface RatioBound {
  readonly name: string;
  readonly what: string;
  readonly subject: string;
  readonly against: string;
  readonly maxRatio: number;
}

/** A module, and what importing it may cost above importing its copy of zod. Without bounds it is there to compare with. */
export interface ImportBound {
  readonly name: string;
  readonly module: string;
  readonly above: string;
  readonly maxCpuMillis?: number;
  readonly maxMegabytes?: number;
}

export const ratioBounds: readonly RatioBound[] = bounds.ratios;
export const importBounds: readonly ImportBound[] = bounds.imports;
