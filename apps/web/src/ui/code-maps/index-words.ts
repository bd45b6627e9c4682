import type { CodeIndexPhase } from '@shipmate/domain/code-map';
import type { CodeMapView } from '@shipmate/protocol/web/code-maps';

/** The reasons for which an index leaves files out. */
export const leftOutWords: Readonly<Record<CodeMapView['leftOut'][number]['reason'], string>> = {
  binary: 'Binary files',
  too_large: 'Files over the size limit',
  ignored: 'Ignored files',
  syntax: 'Files with syntax errors',
  limit: 'Files over the count limit',
  timeout: 'Files that took too long to analyze',
};

/** The phases of an index. */
export const phaseWords: Readonly<Record<CodeIndexPhase, string>> = {
  fetch: 'Fetching the repository',
  tree: 'Listing files',
  analysis: 'Analyzing files',
  imports: 'Resolving imports',
  history: 'Counting recent changes',
  vectors: 'Computing search vectors',
  save: 'Saving the map',
};
