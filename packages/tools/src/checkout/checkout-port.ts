import type { CodeLanguage, CodeStructure, Occurrences } from '@shipmate/code-analysis';
import type { ToolExecutionContext } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';

/** A repository that was checked out on this machine. */
export interface Checkout {
  readonly files: CheckoutFiles;
  /**
   * Runs ripgrep within the limits of the caller's organization.
   *
   * @throws AppError `VALIDATION_ERROR` for a refused pattern, `TIMEOUT`, `PAYLOAD_TOO_LARGE`, `RATE_LIMITED`, `ABORTED`.
   */
  readonly ripgrep: (call: RipgrepCall) => Promise<SearchOutput>;
  /** Lists files in git that `.gitignore` names, each with a NUL at its end; none without git. */
  readonly listTracked: (signal: AbortSignal) => Promise<SearchOutput>;
  /** The absolute path of its folder, for programs that run in it. It must not appear in results. */
  readonly folder: string;
  /** Places that were found before, by the content of a file and the name. */
  readonly known: OccurrenceCache;
  /** Structures that were read before, by the content of a file. */
  readonly structures: StructureCache;
}

/** A run of ripgrep. */
export interface RipgrepCall {
  readonly args: readonly string[];
  /** The last one that matches overrides the rules that ignore or hide a file. */
  readonly globs: readonly string[];
  readonly maxOutputBytes: number;
  readonly onOutput?: (text: string) => void;
  /** The folder to search. Default: the checkout. */
  readonly within?: string | undefined;
  readonly signal: AbortSignal;
}

/** Output of a search. */
export interface SearchOutput {
  readonly stdout: string;
  readonly truncated: boolean;
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

/** The file whose structure is read; `language` if the caller names one. */
export interface StructureKey extends Pick<OccurrenceKey, 'path' | 'version'> {
  readonly language: CodeLanguage | undefined;
}

/**
 * Remembers the structures of files for all organizations: a structure is found with the SHA-256 of a content that the caller has read,
 * so it tells the caller nothing new, and is never out of date. Each caller gets its own copy.
 */
export interface StructureCache {
  get(key: StructureKey): CodeStructure | undefined;
  set(key: StructureKey, structure: CodeStructure): void;
}

/** Finds the checkout in which a call works. */
export interface CheckoutPort {
  /**
   * @throws AppError `VALIDATION_ERROR` when the caller's context names no checkout or no folder, `NOT_FOUND` when the folder does
   * not exist, `ABORTED` after the port was closed.
   */
  open(context: Pick<ToolExecutionContext, 'workspaceDir' | 'principal' | 'logger'>): Promise<Checkout>;
}
