/** Levels of risk in ascending order. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** The computed risk of a change; the reasons are sentences for a person and explain the level. */
export interface Risk {
  readonly level: RiskLevel;
  readonly reasons: readonly string[];
}

/** Checks whether a level is higher than another. */
export function isAbove(level: RiskLevel, other: RiskLevel): boolean {
  return riskLevels.indexOf(level) > riskLevels.indexOf(other);
}

/** Returns the highest of several levels; `low` for none. */
export function highestOf(levels: readonly RiskLevel[]): RiskLevel {
  return levels.reduce<RiskLevel>((highest, level) => (isAbove(level, highest) ? level : highest), 'low');
}
