import type {
  CodeFact,
  CodeIndexProgress,
  CodeMap,
  CodeMapImport,
  CodeMapSymbol,
  Diagram,
  DiagramRequest,
  LeftOutFiles,
  WrittenImport,
} from '@shipmate/domain/code-map';
import type { ColumnType, Generated } from 'kysely';

export interface CodeIndexTable {
  id: string;
  organization_id: string;
  repository_id: string;
  branch: string | null;
  commit: string | null;
  progress: ColumnType<CodeIndexProgress | null, never, string>;
}

export interface CodeMapTable {
  id: string;
  organization_id: string;
  repository_id: string;
  commit: string;
  tree_id: string;
  branch: string | null;
  file_count: number;
  /** A `bigint`; read it as `float8`. */
  size: number;
  languages: ColumnType<CodeMap['languages'], string, never>;
  left_out: ColumnType<readonly LeftOutFiles[], string, never>;
  created_at: Generated<Date>;
}

export interface CodeMapFileTable {
  map_id: string;
  /** In the order of paths, from 0. */
  position: number;
  path: string;
  /** A `bigint`; read it as `float8`. */
  size: number;
  blob_id: string;
  language: string | null;
  lines: number | null;
  recent_changes: number;
  analysis_key: string | null;
  imports: ColumnType<readonly CodeMapImport[], string, never>;
  facts: ColumnType<readonly CodeFact[], string, never>;
  /** Words of the path. */
  search: string;
}

export interface CodeAnalysisTable {
  organization_id: string;
  key: string;
  lines: number;
  symbols: ColumnType<readonly CodeMapSymbol[], string, never>;
  imports: ColumnType<readonly WrittenImport[], string, never>;
  facts: ColumnType<readonly CodeFact[], string, never>;
  words: string;
  /** Words of names, documentation, comments and strings. */
  search: string;
}

export interface CodeVectorTable {
  organization_id: string;
  key: string;
  /** The id of the embedder. */
  embedder: string;
  /** Floats of 32 bits, little-endian. */
  vector: Uint8Array;
}

export interface DiagramTable {
  id: string;
  organization_id: string;
  repository_id: string;
  name: string;
  description: string | null;
  request: ColumnType<DiagramRequest, string, string>;
  positions: ColumnType<Diagram['positions'], string | undefined, string>;
  created_by_user_id: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
