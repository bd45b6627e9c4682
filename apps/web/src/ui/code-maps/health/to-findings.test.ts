import { expect, it } from 'vitest';
import { createTestNode } from '../canvas/create-test-node.ts';
import { toFindings } from './to-findings.ts';

const at = (path: string) => [{ path, line: 1 }];
const health = {
  cycles: [{ paths: ['src/a.ts', 'src/deep/b.ts'], evidence: [...at('src/a.ts'), ...at('src/deep/b.ts')] }],
  hubs: [{ path: 'src/deep/hub.ts', importers: 7, imports: 1, evidence: at('src/a.ts') }],
  unused: ['src/a.ts', 'lib/old.ts', 'lib/older.ts', 'gone/x.ts'].map((path) => ({ path, evidence: at(path) })),
  instability: [{ folder: 'src', afferent: 1, efferent: 3, instability: 0.75, evidence: at('src/a.ts') }],
};
const more = createTestNode(null);
const nodes = [
  createTestNode('src'),
  createTestNode('src/a.ts'),
  createTestNode('src/deep', { canExpand: true }),
  createTestNode('lib'),
  { ...more, id: 'local/shop:lib/+more', data: { ...more.data, kind: 'more' as const, path: 'lib', canExpand: true } },
];

it('toFindings assigns findings to files, and counts them for the folded folder that contains the file', () => {
  const found = toFindings(nodes, health);
  const texts = Object.fromEntries([...found].map(([id, all]) => [id, all.map(({ text }) => text)]));
  expect(texts).toEqual({
    'local/shop:src': ['0.75, by 3 outgoing and 1 incoming dependencies'],
    'local/shop:src/a.ts': ['with src/deep/b.ts', 'no file imports it'],
    'local/shop:src/deep': ['1 file, src/deep/b.ts', '1 file, src/deep/hub.ts'],
    'local/shop:lib/+more': ['2 files, lib/old.ts, lib/older.ts'],
  });
  expect(found.get('local/shop:src/a.ts')?.[0]?.evidence).toEqual(at('src/a.ts'));
  expect(found.get('local/shop:lib/+more')).toMatchObject([
    { kind: 'unused', figure: '2', evidence: [...at('lib/old.ts'), ...at('lib/older.ts')] },
  ]);
});
