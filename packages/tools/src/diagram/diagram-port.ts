import type { CodeMapSnapshot, CodeMapSymbol, DiagramPicture, DiagramRequest } from '@shipmate/domain/code-map';
import type { ComputeCaller } from '../compute/compute-port.ts';
import type { DrawnComparison } from './compare/draw-comparison.ts';
import type { CodeHealth } from './health/assess-health.ts';
import type { FileQuery, FileQueryResult } from './query/query-files.ts';

/** A diagram to draw. */
export interface DrawRequest {
  readonly snapshot: CodeMapSnapshot;
  readonly request: DiagramRequest;
  /** Reads symbols of files, for diagrams that show them. */
  readonly listSymbols: (paths: readonly string[]) => Promise<ReadonlyMap<string, readonly CodeMapSymbol[]>>;
}

/**
 * Draws diagrams of code maps.
 *
 * **Contract.** Nodes are selected, folded and laid out in a worker thread with a deadline; a layout that is too slow is replaced by a
 * simpler one, and `notes` say so. The same request of the same tree gives the same picture.
 */
export interface DiagramPort {
  /** @throws AppError `VALIDATION_ERROR` for a path of the request that does not exist, with the nearest ones. */
  draw(request: DrawRequest, caller: ComputeCaller): Promise<DiagramPicture>;
  /** Finds files of a snapshot. @throws AppError `VALIDATION_ERROR` for a condition that cannot be read */
  queryFiles(
    query: FileQuery & { readonly snapshot: CodeMapSnapshot },
    caller: ComputeCaller,
  ): Promise<FileQueryResult>;
  /** Compares two commits of a repository, and draws the difference. */
  compare(
    commits: { readonly base: CodeMapSnapshot; readonly head: CodeMapSnapshot },
    caller: ComputeCaller,
  ): Promise<DrawnComparison>;
  /** Finds cycles, hubs, unused files and the instability of folders. */
  assess(snapshot: CodeMapSnapshot, caller: ComputeCaller): Promise<CodeHealth>;
}
