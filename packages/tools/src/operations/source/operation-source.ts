import type { PlatformOperation } from '@shipmate/domain/operation';

/** A program of the platform, and how it is started. */
export interface Program {
  /** Unique among all sources. */
  readonly tool: string;
  readonly file: string;
  /** Arguments before those of every operation, such as a script. */
  readonly leading: readonly string[];
  /** The working directory. */
  readonly folder: string;
  /** Environment variables besides those that all programs receive. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly operations: readonly PlatformOperation[];
}

/** The programs of one source. */
export interface SourceListing {
  readonly programs: readonly Program[];
  /** The source's problems, one sentence each. */
  readonly problems: readonly string[];
}

/** The programs to list. */
export interface SourceQuery {
  readonly signal: AbortSignal;
  /** Only the program of this name, if the source can filter by name. */
  readonly tool?: string;
}

/** Lists the programs of a source. **Contract.** It throws only `AppError` `ABORTED`; other failures are problems. */
export type OperationSource = (query: SourceQuery) => Promise<SourceListing>;

/** Valid names of programs. */
export const toolName = /^[A-Za-z0-9][\w.-]{0,62}$/;

/** Valid names of operations, of one or several words. */
export const operationName = /^(?=.{1,100}$)[A-Za-z0-9][\w.-]*(?: [A-Za-z0-9][\w.-]*)*$/;

/** Valid names of parameters, which can follow `--`. */
export const parameterName = /^[A-Za-z0-9][\w-]{0,62}$/;
