import {
  type CodeIndex,
  type CodeMap,
  type CodeSearchHit,
  type RepositoryLabel,
  toCodeNodeId,
} from '@shipmate/domain/code-map';
import type { CodeIndexView, CodeMapView, CodeSearchResponse } from '@shipmate/protocol/web/code-maps';

/** Returns a map for a client. */
export function toCodeMapView(map: CodeMap): CodeMapView {
  const { id, commit, treeId, branch, fileCount: files, size, languages, leftOut, createdAt } = map;
  return {
    id,
    commit,
    treeId,
    branch,
    files,
    size,
    languages: [...languages],
    leftOut,
    createdAt: createdAt.toISOString(),
  };
}

/** Returns an index for a client. */
export function toCodeIndexView(index: CodeIndex): CodeIndexView {
  const { id: runId, branch, commit, status, progress, errorMessage, createdAt } = index;
  return { runId, branch, commit, status, progress, errorMessage, createdAt: createdAt.toISOString() };
}

/** Returns a hit of a search with the id of its node in diagrams. */
export function toCodeSearchHit(
  label: RepositoryLabel,
  { path, symbol, score }: CodeSearchHit,
): CodeSearchResponse['hits'][number] {
  if (symbol === null) return { nodeId: toCodeNodeId(label, { path }), path, symbol, score };
  const { name, kind, container, startLine, endLine, doc } = symbol;
  const nodeId = toCodeNodeId(label, { path, lines: { startLine, endLine } });
  return { nodeId, path, symbol: { name, kind, container, startLine, endLine, doc }, score };
}
