import type { Pattern } from '@shipmate/domain/pattern';
import type { PatternSummary } from '@shipmate/protocol/web/patterns';

/** Returns a pattern without its text. */
export function toPatternSummary(pattern: Omit<Pattern, 'body'>): PatternSummary {
  const { id, kind, title, tags, source, savedByUserId, savedAt } = pattern;
  return { id, kind, title, tags: [...tags], source, savedByUserId, savedAt: savedAt.toISOString() };
}
