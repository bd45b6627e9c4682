import type { Occurrences } from '@shipmate/code-analysis';
import type { ToolExecutionContext } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';

/** A repository that was checked out on this machine. */
export interface Checkout {
  readonly files: CheckoutFiles;
  /** The absolute path of its folder, for programs that search it. It must not appear in results. */
  readonly folder: string;
  /** Places that were found before, by the content of a file and the name. */
  readonly known: OccurrenceCache;
}

/** The file in which a name was searched. */
export interface OccurrenceKey {
  readonly path: string;
  readonly version: string;
  readonly symbol: string;
}

/** Remembers the places of names. A content is its SHA-256, so an entry is never out of date. */
export interface OccurrenceCache {
  get(key: OccurrenceKey): Occurrences | undefined;
  set(key: OccurrenceKey, found: Occurrences): void;
}

/** Finds the checkout in which a call works. */
export interface CheckoutPort {
  /** @throws AppError `VALIDATION_ERROR` when the caller's context names no checkout. */
  open(context: Pick<ToolExecutionContext, 'workspaceDir'>): Promise<Checkout>;
}
