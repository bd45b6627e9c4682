import {
  type CodeFact,
  type CodeMapFile,
  type DiagramEvidence,
  type DiagramNodeData,
  type RepositoryLabel,
  toCodeNodeId,
} from '@shipmate/domain/code-map';
import type { FoldedEntry } from './fold-tree.ts';
import { baseNameOf, folderOf } from './path-parts.ts';
import type { SketchNode } from './sketch.ts';

/** The node of a folded entry. Its label is the name in its folder, or the whole path where nodes of all folders are side by side. */
export function toEntryNode(
  label: RepositoryLabel,
  entry: FoldedEntry,
  { isFlat = false }: { readonly isFlat?: boolean } = {},
): SketchNode {
  const { kind, path, depth, files, size, recentChanges, weight, isOpen } = entry;
  const file = entry.entries[0]?.file;
  return {
    id: toEntryId(label, entry),
    data: {
      kind,
      label: toEntryLabel(label, entry, isFlat),
      path,
      language: kind === 'file' ? (file?.language ?? null) : null,
      files,
      size,
      recentChanges,
      weight,
      depth,
      canExpand: kind !== 'file' && !isOpen && files > 0,
      inferred: false,
      evidence: [],
    },
  };
}

/** The id of a folded entry. */
export function toEntryId(
  label: RepositoryLabel,
  { kind, path, moreName = '+more' }: Pick<FoldedEntry, 'kind' | 'path' | 'moreName'>,
): string {
  if (kind !== 'more') return toCodeNodeId(label, { path });
  return toCodeNodeId(label, { path: path === '' ? moreName : `${path}/${moreName}` });
}

function toEntryLabel(label: RepositoryLabel, { kind, path, files }: FoldedEntry, isFlat: boolean): string {
  const name = path === '' ? label.repo : isFlat ? path : baseNameOf(path);
  if (kind === 'file') return isFlat && folderOf(path).length > 40 ? `…/${baseNameOf(path)}` : name;
  if (kind === 'more') return isFlat ? `${name}: ${files} more` : `${files} more`;
  return name;
}

const noTotals = { files: 0, size: 0, recentChanges: 0, depth: 0, language: null, canExpand: false } as const;

/** The node of something that is no path: a package outside of the repository, a group or a fact. */
export function toNamedNode(
  { owner, repo }: RepositoryLabel,
  {
    name,
    ...data
  }: Pick<DiagramNodeData, 'kind' | 'label'> & {
    /** Its part of the id. */
    readonly name: string;
    readonly weight?: number;
    readonly factKind?: CodeFact['kind'];
    readonly inferred?: boolean;
    readonly evidence?: readonly DiagramEvidence[];
  },
): SketchNode {
  return {
    id: `${owner}/${repo}!${name}`,
    data: { ...noTotals, path: null, weight: 1, inferred: false, evidence: [], ...data },
  };
}

/** The node of a file by itself. */
export function toFileNode(
  label: RepositoryLabel,
  file: CodeMapFile,
  { name, weight }: { readonly name?: string | undefined; readonly weight: number },
): SketchNode {
  const { path, language, size, recentChanges } = file;
  return {
    id: toCodeNodeId(label, { path }),
    data: {
      kind: 'file',
      label: name ?? path,
      path,
      language,
      files: 1,
      size,
      recentChanges,
      weight,
      depth: path.split('/').length,
      canExpand: false,
      inferred: false,
      evidence: [],
    },
  };
}
