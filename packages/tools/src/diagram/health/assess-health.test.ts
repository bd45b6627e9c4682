import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSnapshot, shopFiles } from '../../../test/support/sample-code.ts';
import { assessHealth } from './assess-health.ts';
import { findCycles } from './find-cycles.ts';

const linkOf = ([from, to]: readonly [number, number]) => ({
  from: `f${from}`,
  to: `f${to}`,
  count: 1,
  evidence: { path: `f${from}`, line: 1 },
});

it('findCycles returns the sets in which each file reaches each other one', () => {
  const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 30 });
  fc.assert(
    fc.property(pairs, (made) => {
      const reaches = Array.from({ length: 10 }, (_, one) =>
        Array.from({ length: 10 }, (__, other) => made.some(([from, to]) => from === one && to === other)),
      );
      for (let via = 0; via < 10; via += 1) {
        for (const row of reaches)
          if (row[via]) for (let to = 0; to < 10; to += 1) row[to] ||= reaches[via]?.[to] ?? false;
      }
      const expected = new Set<string>();
      for (let one = 0; one < 10; one += 1) {
        const members = reaches.flatMap((row, other) =>
          other === one || (reaches[one]?.[other] && row[one]) ? [`f${other}`] : [],
        );
        if (members.length > 1) expected.add(members.join());
      }
      const found = findCycles(made.filter(([from, to]) => from !== to).map(linkOf));
      expect(new Set(found.map((members) => members.join()))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it('findCycles follows a chain of 20,000 files', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => linkOf([index, (index + 1) % 20_000]));
  expect(findCycles(chain)[0]).toHaveLength(20_000);
});

it('assessHealth reports files without importers that are no entry points, and cycles of imports at run time only', () => {
  const health = assessHealth(createSnapshot(shopFiles));
  expect(health.unused.map(({ path }) => path)).toEqual(['services/worker/src/old-report.ts']);
  // mail.ts imports only types of routes.ts.
  expect(health.cycles).toEqual([]);
  expect(health.instability).toEqual([
    expect.objectContaining({ folder: 'packages/core', afferent: 2, efferent: 0, instability: 0 }),
    expect.objectContaining({ folder: 'services/web', afferent: 0, efferent: 1, instability: 1 }),
    expect.objectContaining({ folder: 'services/worker', afferent: 0, efferent: 1, instability: 1 }),
  ]);
});

it('assessHealth reports a cycle with the lines of its imports, and a hub with its importers', () => {
  const users = Array.from({ length: 6 }, (_, index) => ({ path: `u${index}.ts`, imports: ['a.ts'] }));
  const health = assessHealth(
    createSnapshot([{ path: 'a.ts', imports: ['b.ts'] }, { path: 'b.ts', imports: ['a.ts'] }, ...users]),
  );
  expect(health.cycles).toEqual([
    {
      paths: ['a.ts', 'b.ts'],
      evidence: [
        { path: 'a.ts', line: 1 },
        { path: 'b.ts', line: 1 },
      ],
    },
  ]);
  expect(health.hubs).toMatchObject([{ path: 'a.ts', importers: 7, imports: 1 }]);
});
