import type { DiagramFilters } from '@shipmate/domain/code-map';

/** Parses patterns that commas or line breaks separate; commas within braces belong to their pattern. */
export function toPatterns(name: 'pathPatterns' | 'excludePaths', text: string): Partial<DiagramFilters> {
  const patterns = text
    .split(/[,\n](?![^{]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  return patterns.length === 0 ? {} : { [name]: patterns };
}

/** Parses a depth; an empty or another text sets none. */
export function toDepth(name: 'minDepth' | 'maxDepth', text: string): Partial<DiagramFilters> {
  return /^\d{1,2}$/.test(text.trim()) ? { [name]: Number(text) } : {};
}

/** Describes filters in a few words; empty without filters. */
export function describeFilters({ pathPatterns, excludePaths, languages, minDepth, maxDepth }: DiagramFilters): string {
  const depth = minDepth ?? maxDepth;
  return [
    (pathPatterns ?? []).join(', '),
    excludePaths && excludePaths.length > 0 ? `without ${excludePaths.join(', ')}` : '',
    (languages ?? []).join(', '),
    depth === undefined ? '' : `depth ${minDepth ?? 0} to ${maxDepth ?? 'any'}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
