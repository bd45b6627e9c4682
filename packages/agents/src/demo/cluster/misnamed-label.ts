import type { NodeRow } from './node-row.ts';

/** A label that a pod's node selector requires and no node has, and the similar label that nodes have. */
interface MisnamedLabel {
  readonly wanted: string;
  readonly known: string;
  readonly value: string;
  /** Name of a node with the similar label. */
  readonly node: string;
}

/**
 * Finds a node label whose name contains the required name, or is contained in it, and whose value is equal;
 * `undefined` when several names match.
 */
export function findMisnamedLabel({
  manifest,
  nodes,
}: {
  readonly manifest: string;
  readonly nodes: readonly NodeRow[];
}): MisnamedLabel | undefined {
  for (const { wanted, value } of selectedBy(manifest)) {
    if (nodes.some(({ labels }) => labels[wanted] === value)) continue;
    const alike = nodes.flatMap(({ name: node, labels }) =>
      Object.keys(labels)
        .filter((known) => labels[known] === value && (known.includes(wanted) || wanted.includes(known)))
        .map((known) => ({ wanted, known, value, node })),
    );
    if (new Set(alike.map(({ known }) => known)).size === 1) return alike[0];
  }
  return undefined;
}

/** Parses the labels that a pod's node selector requires. */
function selectedBy(manifest: string): readonly { readonly wanted: string; readonly value: string }[] {
  const lines = /^ {2}nodeSelector:\n((?: {4}.+\n?)+)/m.exec(manifest)?.[1] ?? '';
  return [...lines.matchAll(/^ {4}"?([^":\n]+)"?: "?([^"\n]+)"?$/gm)].map(([, wanted = '', value = '']) => ({
    wanted,
    value,
  }));
}
