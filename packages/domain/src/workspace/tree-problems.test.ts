import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safePaths, unsafePaths, unsafeTrees } from '../testing/unsafe-paths.ts';
import { parseWorkspacePath } from './workspace-path.ts';
import { findTreeProblems } from './tree-problems.ts';

it.each(unsafePaths)('findTreeProblems finds the unsafe path %j', (path) => {
  expect(findTreeProblems(['Chart.yaml', path])).toMatchObject([{ path, reason: 'unsafe_path' }]);
});

it.each(unsafeTrees)('findTreeProblems finds %s', (_, paths) => {
  expect(findTreeProblems(['Chart.yaml', ...paths])).toMatchObject([{ path: expect.stringMatching(/./) }]);
});

it('findTreeProblems finds nothing in a tree of safe paths', () => {
  const paths = [...new Set(safePaths.map(([, path]) => path)), 'HEAD', 'refs/heads/a', 'b/objects/a'];
  expect(findTreeProblems(paths)).toEqual([]);
});

it('findTreeProblems finds nothing in a tree after the paths that it found are removed', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'A', '.', ' ', '~', '1', 'git', 'HEAD', 'refs', 'objects', 'commondir', '\u200C', ':'),
    minLength: 1,
    maxLength: 4,
  });
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
      const found = new Set(findTreeProblems(paths).map((problem) => problem.path));
      const rest = paths.filter((each) => !found.has(each));
      expect(findTreeProblems(rest)).toEqual([]);
      expect(rest.map(parseWorkspacePath)).toEqual(rest);
    }),
    { numRuns: 300 },
  );
});
