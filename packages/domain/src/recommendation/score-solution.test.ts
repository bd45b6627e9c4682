import { expect, it } from 'vitest';
import type { Capability } from '../capability/capability.ts';
import { toSearchTerms } from '../search/to-search-terms.ts';
import { scoreSolution } from './score-solution.ts';

const database: Capability = {
  group: 'databases.example.com',
  version: 'v1',
  kind: 'Database',
  plural: 'databases',
  shortNames: [],
  namespaced: true,
  verbs: ['create'],
  description: 'A relational database, such as PostgreSQL.',
  fields: ['backup.schedule'],
  categories: ['database'],
  provider: 'example',
  needs: [],
  neededBy: 0,
};
const terms = toSearchTerms('postgres database with backup');

it.each([
  ['all that it needs', { served: [database], kinds: 1, patterns: ['Databases'] }, [1, 1, 1, 100]],
  ['no pattern', { served: [database], kinds: 1, patterns: [] }, [1, 1, 0, 90]],
  ['half of its kinds', { served: [database], kinds: 2, patterns: [] }, [1, 0.5, 0, 70]],
  [
    'nothing that fits',
    {
      served: [{ ...database, kind: 'Job', group: '', description: '', fields: [], categories: [] }],
      kinds: 1,
      patterns: [],
    },
    [0, 1, 0, 40],
  ],
  ['nothing at all', { served: [], kinds: 1, patterns: [] }, [0, 0, 0, 0]],
] as const)('scoreSolution scores a solution with %s', (_name, facts, [coverage, available, patterns, total]) => {
  expect(scoreSolution({ terms, ...facts })).toEqual({ coverage, available, patterns, total });
});
