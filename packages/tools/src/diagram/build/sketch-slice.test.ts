import type { CodeFact, DiagramRequest } from '@shipmate/domain/code-map';
import { describe, expect, it } from 'vitest';
import { createSnapshot, type SampleFile } from '../../../test/support/sample-code.ts';
import { sketchDiagram } from './sketch-diagram.ts';
import type { Sketch } from './sketch.ts';

const packages = 12;
const filesOfPackage = 15;
const tables = 20;
const packageOf = (index: number) => `packages/p${String(index).padStart(2, '0')}`;
const fileOf = (index: number, file: number) => `${packageOf(index)}/src/f${file}.ts`;

/** The facts and imports of a file: each package imports all later ones, the next one most. */
function toSample(index: number, file: number): SampleFile {
  const later = Array.from({ length: packages - 1 - index }, (_, step) => index + 1 + step);
  const targets = later.filter((_, step) => file % (step + 1) === 0);
  const table: CodeFact = { kind: 'table_read', name: `table_${(index * filesOfPackage + file) % tables}`, line: 7 };
  return {
    path: fileOf(index, file),
    imports: [...targets.map((target) => fileOf(target, file)), 'node:path', 'node:fs', 'zod'],
    ...(index > packages - 3 && { facts: [table] }),
  };
}

/** A repository of many packages with tests, whose imports are dense. */
const files: readonly SampleFile[] = Array.from({ length: packages }, (_, index) => [
  { path: `${packageOf(index)}/package.json`, language: 'json' },
  ...Array.from({ length: filesOfPackage }, (__, file) => toSample(index, file)),
  { path: `${packageOf(index)}/src/f0.test.ts`, imports: [fileOf(0, 0), 'vitest'] },
]).flat();
const snapshot = createSnapshot(files);

function draw(request: Omit<DiagramRequest, 'type'> = {}): Sketch {
  return sketchDiagram({ snapshot, symbols: new Map() }, { type: 'architecture_slice', ...request });
}

const toName = (id: string) => id.replace(/^acme\/shop:?/u, '');
const namesOf = ({ nodes }: Sketch) => nodes.map(({ id }) => toName(id));

describe('an architecture slice of many packages', () => {
  it('begins with a node for each package, one for the tables and one for the modules of Node', () => {
    const names = namesOf(draw());
    const all = Array.from({ length: packages }, (_, index) => packageOf(index));
    expect(names.toSorted()).toEqual([...all, '!table', '!package:node:*', '!package:zod'].toSorted());
    const folded = draw().nodes.find(({ id }) => id.endsWith('!table'));
    expect(folded?.data).toMatchObject({ label: '20 tables', canExpand: true, factKind: 'table_read' });
  });

  it('unfolds one package and folds no other one', () => {
    const path = packageOf(3);
    const names = namesOf(draw({ expanded: [path] }));
    expect(names).toContain(packageOf(4));
    expect(names).toContain(path);
    expect(names).toContain(`${path}/src`);
  });

  it('unfolds the tables in a frame, each with an edge, and keeps all other edges', () => {
    const { nodes, edges } = draw({ expanded: ['!table'] });
    const before = draw().edges.filter(({ source }) => !source.endsWith('!table'));
    expect(edges).toEqual(expect.arrayContaining(before));
    const inside = nodes.filter(({ parentId }) => parentId === 'acme/shop!table');
    expect(inside).toHaveLength(tables);
    for (const { id } of inside) expect(edges.some(({ source }) => source === id)).toBe(true);
    expect(nodes.find(({ id }) => id === 'acme/shop!table')?.data).toMatchObject({ kind: 'group', canExpand: false });
  });

  it('leaves test files out with a note, unless paths are selected', () => {
    expect(namesOf(draw())).not.toContain('!package:vitest');
    expect(draw().notes).toContain('12 test files are not drawn. Select paths to see them.');
    expect(namesOf(draw({ filters: { pathPatterns: ['packages/**'] } }))).toContain('!package:vitest');
  });

  it('draws at most 60 edges, the strongest of each node among them, and counts the others', () => {
    const strong = draw();
    const all = draw({ edgeLimit: 400 });
    expect(strong.edges).toHaveLength(60);
    expect(all.edges.length).toBe(strong.edges.length + strong.droppedEdges);
    expect(all.droppedEdges).toBe(0);
    for (const { id } of strong.nodes) {
      const own = all.edges.filter(({ source, target }) => source === id || target === id);
      const most = Math.max(...own.map(({ count }) => count));
      const kept = strong.edges.filter(({ source, target }) => source === id || target === id);
      expect([toName(id), Math.max(...kept.map(({ count }) => count))]).toEqual([toName(id), most]);
    }
    const weakest = Math.min(...strong.edges.map(({ count }) => count));
    const stronger = all.edges.filter(({ count }) => count > weakest);
    for (const edge of stronger) expect(strong.edges).toContainEqual(edge);
  });

  it('shows each edge of imports by lines of files inside of its source that import files inside of its target', () => {
    const byPath = new Map(snapshot.files.map((file) => [file.path, file]));
    const { edges } = draw({ edgeLimit: 400 });
    const imports = edges.filter(({ kind, target }) => kind === 'import' && target.startsWith('acme/shop:'));
    expect(imports.length).toBeGreaterThan(60);
    for (const { source, target, count, evidence } of imports) {
      expect(evidence).toHaveLength(Math.min(count, 5));
      for (const { path, line } of evidence) {
        expect(path.startsWith(`${toName(source)}/`)).toBe(true);
        const [used] = byPath.get(path)?.imports.filter((each) => each.line === line) ?? [];
        expect(used?.path?.startsWith(`${toName(target)}/`)).toBe(true);
      }
    }
  });

  it('has the files of a package and the other packages as a whole, from a folder', () => {
    const names = namesOf(draw({ from: packageOf(5) }));
    expect(names).toContain(`${packageOf(5)}/src`);
    expect(names).toContain(packageOf(6));
    expect(names).not.toContain(`${packageOf(6)}/src`);
  });

  it('is the same for the same request', () => {
    expect(draw({ expanded: ['!table'] })).toEqual(draw({ expanded: ['!table'] }));
  });
});
