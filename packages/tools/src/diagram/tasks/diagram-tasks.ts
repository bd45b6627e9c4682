import type { DiagramPicture, DiagramRequest } from '@shipmate/domain/code-map';
import { sketchDiagram, toLayoutType } from '../build/sketch-diagram.ts';
import type { SymbolsOf } from '../build/find-place.ts';
import { drawComparison, type DrawnComparison } from '../compare/draw-comparison.ts';
import { assessHealth, type CodeHealth } from '../health/assess-health.ts';
import { drawSketch } from '../layout/draw-sketch.ts';
import { queryFiles, type FileQuery, type FileQueryResult } from '../query/query-files.ts';
import { decodeSnapshot, type SnapshotBytes } from './snapshot-bytes.ts';

/** Draws a diagram. @param isSimple Places nodes in rows, because the layout was too slow. */
export function drawDiagram(
  bytes: SnapshotBytes,
  {
    request,
    symbols,
    isSimple,
  }: { readonly request: DiagramRequest; readonly symbols: SymbolsOf; readonly isSimple: boolean },
): DiagramPicture {
  const snapshot = decodeSnapshot(bytes);
  return drawSketch(sketchDiagram({ snapshot, symbols }, request), {
    snapshot,
    layoutType: toLayoutType(request),
    isSimple,
  });
}

/** Finds files by a query. */
export function queryMapFiles(bytes: SnapshotBytes, query: FileQuery): FileQueryResult {
  return queryFiles(decodeSnapshot(bytes).files, query);
}

/** Compares two commits of a repository. */
export function compareMaps(base: SnapshotBytes, head: SnapshotBytes): DrawnComparison {
  return drawComparison(decodeSnapshot(base), decodeSnapshot(head));
}

/** Assesses the imports of a commit. */
export function assessMapHealth(bytes: SnapshotBytes): CodeHealth {
  return assessHealth(decodeSnapshot(bytes));
}
