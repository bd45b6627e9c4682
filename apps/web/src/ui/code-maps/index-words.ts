/** The reasons for which an index leaves files out. */
export const leftOutWords: Readonly<Record<string, string>> = {
  binary: 'Binary files',
  too_large: 'Files over the size limit',
  ignored: 'Ignored files',
  syntax: 'Files with syntax errors',
  limit: 'Files over the count limit',
  timeout: 'Files that took too long to analyze',
};

const phaseWords: Readonly<Record<string, string>> = {
  fetch: 'Fetching the repository',
  tree: 'Listing files',
  analysis: 'Analyzing files',
  imports: 'Resolving imports',
  history: 'Counting recent changes',
  vectors: 'Computing search vectors',
  save: 'Saving the map',
};

/** Describes a phase of an index. */
export function describePhase(phase: string): string {
  return phaseWords[phase] ?? 'Indexing';
}
