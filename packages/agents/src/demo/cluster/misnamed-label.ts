import type { PodEvidence } from './symptoms.ts';

/** A label that a pod asks of its node and that no node has, and what nodes call it. */
export interface MisnamedLabel {
  readonly wanted: string;
  readonly known: string;
  readonly value: string;
  /** One that has it. */
  readonly node: string;
}

/** Finds it where one name holds the other and the value is the same; `undefined` where that fits more names than one. */
export function findMisnamedLabel({
  manifest,
  nodes,
}: Pick<PodEvidence, 'manifest' | 'nodes'>): MisnamedLabel | undefined {
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

/** What a pod asks of the labels of its node. */
function selectedBy(manifest: string): readonly { readonly wanted: string; readonly value: string }[] {
  const lines = /^ {2}nodeSelector:\n((?: {4}.+\n?)+)/m.exec(manifest)?.[1] ?? '';
  return [...lines.matchAll(/^ {4}"?([^":\n]+)"?: "?([^"\n]+)"?$/gm)].map(([, wanted = '', value = '']) => ({
    wanted,
    value,
  }));
}
