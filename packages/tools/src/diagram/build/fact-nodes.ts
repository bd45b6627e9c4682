import type { CodeFact, CodeFactKind, CodeMapFile, DiagramEdge, RepositoryLabel } from '@shipmate/domain/code-map';
import { compareNames } from './compare-names.ts';
import type { SketchEdge, SketchNode } from './sketch.ts';
import { toNamedNode } from './to-node.ts';

/** The form of a fact in a diagram. */
interface FactForm {
  /** Facts of the same thing and name are one node: a table is read and written. */
  readonly thing: string;
  readonly edge: DiagramEdge['data']['kind'];
  /** True if the edge leads from the fact to the file. */
  readonly isSource: boolean;
  readonly label?: string;
}

const forms: Readonly<Record<CodeFactKind, FactForm>> = {
  entry_point: { thing: 'entry', edge: 'call', isSource: true },
  route: { thing: 'route', edge: 'call', isSource: true },
  queue_consumer: { thing: 'queue', edge: 'data', isSource: true, label: 'consumes' },
  queue_producer: { thing: 'queue', edge: 'data', isSource: false, label: 'sends' },
  table_read: { thing: 'table', edge: 'data', isSource: true, label: 'reads' },
  table_write: { thing: 'table', edge: 'data', isSource: false, label: 'writes' },
  http_client: { thing: 'http', edge: 'call', isSource: false, label: 'requests' },
  chart: { thing: 'chart', edge: 'deploys', isSource: false },
  container_image: { thing: 'image', edge: 'deploys', isSource: false },
  kubernetes_object: { thing: 'object', edge: 'deploys', isSource: false },
};

/** A fact and its file. */
interface PlacedFact {
  readonly fact: CodeFact;
  readonly path: string;
}

/** Facts of files as nodes, with an edge for each file that states them. */
export interface FactSketch {
  readonly nodes: readonly SketchNode[];
  readonly edges: readonly SketchEdge[];
  readonly leftOut: number;
}

/** Options for {@link sketchFacts}. */
interface FactOptions {
  readonly label: RepositoryLabel;
  readonly kinds: readonly CodeFactKind[];
  /** The number of nodes, at most; facts of more files come first. Default: all. */
  readonly limit?: number;
  /** The id of the node that stands for a file. */
  readonly toNodeId: (path: string) => string | undefined;
}

/** Sketches the facts of files as nodes. */
export function sketchFacts(
  files: readonly CodeMapFile[],
  { label, kinds, limit = Infinity, toNodeId }: FactOptions,
): FactSketch {
  const wanted = new Set(kinds);
  const placed = files.flatMap(({ path, facts }) =>
    facts.filter(({ kind }) => wanted.has(kind)).map((fact): PlacedFact => ({ fact, path })),
  );
  const things = [...Map.groupBy(placed, ({ fact }) => toThing(fact))]
    .map(([name, all]) => ({ name, all, order: Math.min(...all.map(({ fact }) => kinds.indexOf(fact.kind))) }))
    .toSorted(
      (one, other) =>
        other.all.length - one.all.length || one.order - other.order || compareNames(one.name, other.name),
    );
  const shown = things.slice(0, limit);
  return {
    nodes: shown.map(({ name, all }) => toFactNode(label, name, all)),
    edges: shown.flatMap(({ name, all }) => {
      const id = `${label.owner}/${label.repo}!${name}`;
      return all.flatMap(({ fact, path }): readonly SketchEdge[] => {
        const node = toNodeId(path);
        if (node === undefined) return [];
        const { edge: kind, isSource, label: verb } = forms[fact.kind];
        const [source, target] = isSource ? [id, node] : [node, id];
        const evidence = [{ path, line: fact.line }];
        return [
          { source, target, kind, count: 1, inferred: false, evidence, ...(verb !== undefined && { label: verb }) },
        ];
      });
    }),
    leftOut: things.length - shown.length,
  };
}

function toThing({ kind, name }: CodeFact): string {
  return `${forms[kind].thing}:${name}`;
}

function toFactNode(label: RepositoryLabel, name: string, all: readonly PlacedFact[]): SketchNode {
  const [first] = all;
  const evidence = all.slice(0, 5).map(({ fact, path }) => ({ path, line: fact.line }));
  return toNamedNode(label, {
    name,
    kind: 'fact',
    label: name.slice(name.indexOf(':') + 1),
    weight: all.length,
    evidence,
    ...(first && { factKind: first.fact.kind }),
  });
}
