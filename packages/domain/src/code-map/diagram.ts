import type { CodeFactKind } from './code-map.ts';

/** Types of diagrams. */
export const diagramTypes = ['file_tree', 'data_flow', 'architecture_slice', 'dependency_graph', 'custom'] as const;
export type DiagramType = (typeof diagramTypes)[number];

/** What the size of a node shows. */
export const diagramWeightings = ['size', 'file_count', 'recent_changes', 'custom'] as const;
export type DiagramWeighting = (typeof diagramWeightings)[number];

/** Layouts of a diagram. */
export const layoutTypes = ['treemap', 'hierarchical', 'force_directed'] as const;
export type LayoutType = (typeof layoutTypes)[number];

/** Selects files. All given conditions have to hold. */
export interface DiagramFilters {
  /** Patterns of paths to include, anchored at the top of the repository. */
  readonly pathPatterns?: readonly string[] | undefined;
  readonly excludePaths?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
  /** Folders above this depth are folded into the top. */
  readonly minDepth?: number | undefined;
  /** Folders below this depth are folded, with counts. */
  readonly maxDepth?: number | undefined;
}

/** A node of a custom diagram. */
export interface CustomNode {
  /** A path, or `path#symbol`. */
  readonly path: string;
  readonly label?: string | undefined;
  readonly group?: string | undefined;
}

/** An edge of a custom diagram, between paths of its nodes. */
export interface CustomEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
}

/** Everything that decides on a picture beside the code itself: the same request of the same tree is the same picture. */
export interface DiagramRequest {
  readonly type: DiagramType;
  readonly filters?: DiagramFilters | undefined;
  readonly weighting?: DiagramWeighting | undefined;
  /** Weights by path, for the weighting `custom`. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  readonly layoutType?: LayoutType | undefined;
  /** The folder, entry point or symbol (`path#symbol`) from which a slice begins. */
  readonly from?: string | undefined;
  /** Edges to draw, strongest first. Default: 60 of an architecture slice and one for each unfolded node, else 400. */
  readonly edgeLimit?: number | undefined;
  /** Folders that a person or an agent has unfolded; `!table` and others unfold the facts of a sort. */
  readonly expanded?: readonly string[] | undefined;
  readonly nodes?: readonly CustomNode[] | undefined;
  readonly edges?: readonly CustomEdge[] | undefined;
}

/** A line of the repository that shows why a node or edge exists. */
export interface DiagramEvidence {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Kinds of nodes. */
export const diagramNodeKinds = ['folder', 'file', 'symbol', 'external', 'fact', 'group', 'more'] as const;
export type DiagramNodeKind = (typeof diagramNodeKinds)[number];

/** The difference between the two commits of a comparison. */
export const diagramChanges = ['added', 'removed', 'moved', 'changed'] as const;
export type DiagramChange = (typeof diagramChanges)[number];

/** The content of a node. Plain JSON. */
export interface DiagramNodeData {
  readonly kind: DiagramNodeKind;
  readonly label: string;
  /** The path of a folder, a file or the file of a symbol; null for other kinds. */
  readonly path: string | null;
  readonly language: string | null;
  /** The number of files that the node stands for. */
  readonly files: number;
  /** In bytes. */
  readonly size: number;
  readonly recentChanges: number;
  /** The weight by which its area was chosen. */
  readonly weight: number;
  readonly depth: number;
  /** True if the node folds files that `expandPath` shows. */
  readonly canExpand: boolean;
  /** The lines of a symbol. */
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly factKind?: CodeFactKind | undefined;
  /** True if a model named it and no line of the repository shows it. */
  readonly inferred: boolean;
  readonly evidence: readonly DiagramEvidence[];
  /** In the picture of a comparison. */
  readonly change?: DiagramChange | undefined;
}

/** A node that React Flow 12 draws as it is: the position is relative to its parent, which comes before it. */
export interface DiagramNode {
  /** As `toCodeNodeId`; `owner/repo:folder/+more` for folded files, `owner/repo!name` for what is no path. */
  readonly id: string;
  readonly type: DiagramNodeKind;
  readonly position: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly parentId?: string | undefined;
  readonly extent?: 'parent' | undefined;
  readonly ariaLabel: string;
  readonly handles: readonly {
    readonly type: 'source' | 'target';
    readonly position: 'left' | 'right' | 'top' | 'bottom';
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly data: DiagramNodeData;
}

/** An edge that React Flow 12 draws as it is. */
export interface DiagramEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly label?: string | undefined;
  readonly ariaLabel: string;
  readonly data: {
    readonly kind: 'import' | 'call' | 'data' | 'deploys' | 'contains' | 'custom';
    /** The number of references that it folds. */
    readonly count: number;
    readonly inferred: boolean;
    /** At most five lines. */
    readonly evidence: readonly DiagramEvidence[];
    /** In the picture of a comparison. */
    readonly change?: DiagramChange | undefined;
  };
}

/** A drawn diagram. At most 500 nodes; the rest is folded. */
export interface DiagramPicture {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
  readonly commit: string;
  readonly treeId: string;
  readonly layoutType: LayoutType;
  readonly stats: {
    /** Files that the filters select. */
    readonly files: number;
    /** Nodes that are shown. */
    readonly shown: number;
    /** Files inside of folded nodes. */
    readonly folded: number;
    readonly edges: number;
    /** Edges that were dropped at the limit, weakest first. */
    readonly droppedEdges: number;
  };
  /** Sentences for a person about what is missing or was chosen otherwise than asked. */
  readonly notes: readonly string[];
}

/** A stored diagram: its request, from which the picture is drawn again for each tree. */
export interface Diagram {
  readonly id: string;
  readonly repositoryId: string;
  readonly name: string;
  readonly description: string | null;
  readonly request: DiagramRequest;
  /** Positions of nodes that a person moved, by node id. */
  readonly positions: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
  readonly createdByUserId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An instruction for the page that shows a diagram. */
export type NavigationAction =
  | { readonly type: 'focusNode'; readonly nodeId: string }
  | { readonly type: 'expandPath'; readonly path: string }
  | { readonly type: 'highlightNodes'; readonly nodeIds: readonly string[]; readonly color?: string | undefined }
  | { readonly type: 'zoomTo'; readonly nodeIds: readonly string[] }
  | { readonly type: 'panTo'; readonly x: number; readonly y: number }
  | {
      readonly type: 'openFileRange';
      readonly path: string;
      readonly startLine: number;
      readonly endLine?: number | undefined;
      readonly highlight?: boolean | undefined;
    }
  | { readonly type: 'openDiagram'; readonly diagramId: string };

/** Returns the label of a node in an export, where no second line has the number of a folded folder's files. */
export function toNodeCaption({ data: { kind, label, files, canExpand } }: Pick<DiagramNode, 'data'>): string {
  if (kind !== 'folder' || !canExpand) return label;
  return `${label} (${files === 1 ? '1 file' : `${files} files`})`;
}
