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
