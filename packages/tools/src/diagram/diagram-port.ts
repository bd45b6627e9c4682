import type { CodeMapSnapshot, CodeMapSymbol, DiagramPicture, DiagramRequest } from '@shipmate/domain/code-map';
import type { ComputeCaller } from '../compute/compute-port.ts';

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
}
