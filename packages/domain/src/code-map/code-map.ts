/** A declaration of a source file. */
export interface CodeMapSymbol {
  readonly name: string;
  /** `function`, `class`, `method` and others, as the parser names them. */
  readonly kind: string;
  /** The enclosing classes and modules, joined by dots; null at the top. */
  readonly container: string | null;
  /** From 1, inclusive, as `endLine`. */
  readonly startLine: number;
  readonly endLine: number;
  readonly exported: boolean;
  /** The first line of its documentation. */
  readonly doc: string | null;
}

/** A reference to a module as a source file writes it. */
export interface WrittenImport {
  readonly module: string;
  readonly kind: 'static' | 'dynamic' | 'require' | 'reexport';
  readonly typeOnly: boolean;
  /** From 1. */
  readonly line: number;
}

/** A reference whose target is known: a file of the repository, or the name of a package outside of it. */
export interface CodeMapImport extends WrittenImport {
  /** The path of the imported file; null for a package and for a reference that leads nowhere. */
  readonly path: string | null;
  /** The name of the package; null for a file of the repository and for a reference that leads nowhere. */
  readonly external: string | null;
}

/** Kinds of {@link CodeFact}. */
export const codeFactKinds = [
  'route',
  'http_client',
  'queue_producer',
  'queue_consumer',
  'table_read',
  'table_write',
  'kubernetes_object',
  'container_image',
  'chart',
  'entry_point',
] as const;
export type CodeFactKind = (typeof codeFactKinds)[number];

/** Something that a file does or declares beyond its imports, with the line that shows it. */
export interface CodeFact {
  readonly kind: CodeFactKind;
  /** `GET /orders/:id`, a queue, a table, `Deployment/checkout`, an image, a chart. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** The analysis of a file's content, which does not depend on other files. */
export interface FileAnalysis {
  /** Names content, language and version of the analysis: {@link toAnalysisKey}. */
  readonly key: string;
  readonly lines: number;
  readonly symbols: readonly CodeMapSymbol[];
  readonly imports: readonly WrittenImport[];
  readonly facts: readonly CodeFact[];
  /** Words of comments and string literals for the search, at most 2,000 characters. */
  readonly words: string;
}

/** A file of a commit. */
export interface CodeMapFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** The object id of its content. */
  readonly blobId: string;
  /** `typescript`, `markdown`, `yaml` and others; null if unknown. */
  readonly language: string | null;
  /** Null for a file that was not analyzed. */
  readonly lines: number | null;
  /** The number of commits of the last 90 days before the commit that changed it. */
  readonly recentChanges: number;
  /** Null for a file that was not analyzed. */
  readonly analysisKey: string | null;
  readonly imports: readonly CodeMapImport[];
  readonly facts: readonly CodeFact[];
}

/** Files that an index does not cover, and the reason. */
export interface LeftOutFiles {
  readonly reason: 'binary' | 'too_large' | 'ignored' | 'syntax' | 'limit' | 'timeout';
  readonly count: number;
  /** At most five paths. */
  readonly examples: readonly string[];
}

/** A commit of a repository as it was read: its files with their imports. */
export interface IndexedCode {
  readonly commit: string;
  readonly treeId: string;
  /** Sorted by path. */
  readonly files: readonly CodeMapFile[];
  readonly leftOut: readonly LeftOutFiles[];
}

/** The index of a commit. */
export interface CodeMap {
  readonly id: string;
  readonly repositoryId: string;
  readonly commit: string;
  readonly treeId: string;
  /** The branch by which it was requested; null for a commit. */
  readonly branch: string | null;
  readonly fileCount: number;
  /** In bytes. */
  readonly size: number;
  /** By number of bytes, largest first. */
  readonly languages: readonly { readonly language: string; readonly files: number; readonly size: number }[];
  readonly leftOut: readonly LeftOutFiles[];
  readonly createdAt: Date;
}

/** The owner and name by which models and pages address a repository, such as `acme` and `shop`. */
export interface RepositoryLabel {
  readonly owner: string;
  readonly repo: string;
}

/** A code map with all of its files, from which diagrams are drawn. */
export interface CodeMapSnapshot extends IndexedCode {
  readonly mapId: string;
  readonly repositoryId: string;
  readonly label: RepositoryLabel;
}

/** Increased when analyses of the same content change. */
const analysisVersion = 3;

/** Returns the key of an analysis: files of the same content and extension share it. */
export function toAnalysisKey({ blobId, path }: Pick<CodeMapFile, 'blobId' | 'path'>): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return `${analysisVersion}:${blobId}:${dot > 0 ? name.slice(dot + 1).toLowerCase() : name}`;
}
