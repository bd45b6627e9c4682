import type { CodeMapFile, RepositoryLabel } from '@shipmate/domain/code-map';
import { compareNames } from './compare-names.ts';
import { type SketchEdge, sketchLimits, type SketchNode } from './sketch.ts';
import { toNamedNode } from './to-node.ts';

const maxExternals = 10;

/** Packages outside of the repository as nodes, with their imports. */
interface ExternalSketch {
  readonly nodes: readonly SketchNode[];
  readonly edges: readonly SketchEdge[];
  readonly leftOut: number;
}

/** Sketches the packages outside of the repository that have most imports. */
export function sketchExternals(
  files: readonly CodeMapFile[],
  { label, toNodeId }: { readonly label: RepositoryLabel; readonly toNodeId: (path: string) => string | undefined },
): ExternalSketch {
  const uses = files.flatMap(({ path, imports }) => {
    const source = toNodeId(path);
    return imports.flatMap(({ external, line }) =>
      external === null || source === undefined ? [] : [{ name: toPackage(external), source, path, line }],
    );
  });
  const all = [...Map.groupBy(uses, ({ name }) => name)].toSorted(
    (one, other) => other[1].length - one[1].length || compareNames(one[0], other[0]),
  );
  const shown = all.slice(0, maxExternals);
  return {
    nodes: shown.map(([name, found]) =>
      toNamedNode(label, {
        name: `package:${name}`,
        kind: 'external',
        label: name === runtime ? 'Node.js' : name,
        weight: found.length,
        evidence: found.slice(0, sketchLimits.evidence).map(({ path, line }) => ({ path, line })),
      }),
    ),
    edges: shown.flatMap(([name, found]) =>
      found.map(({ source, path, line }): SketchEdge => {
        const target = `${label.owner}/${label.repo}!package:${name}`;
        return { source, target, kind: 'import', count: 1, inferred: false, evidence: [{ path, line }] };
      }),
    ),
    leftOut: all.length - shown.length,
  };
}

const runtime = 'node:*';

/** The modules of Node are one package. */
function toPackage(name: string): string {
  return name.startsWith('node:') ? runtime : name;
}
