import type { PlatformOperation } from '@shipmate/domain/platform';

/** A program of the platform, and how it is started. */
export interface Program {
  /** Unique among all sources. */
  readonly tool: string;
  readonly file: string;
  /** Arguments that come ahead of every operation's, such as a script. */
  readonly leading: readonly string[];
  /** Where it is started. */
  readonly folder: string;
  /** What it sees of the environment beside what all programs see. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly operations: readonly PlatformOperation[];
}

/** What one source knows. */
export interface SourceListing {
  readonly programs: readonly Program[];
  /** What it could not find out, a sentence each. */
  readonly problems: readonly string[];
}

/** Which programs are wanted. */
export interface SourceQuery {
  readonly signal: AbortSignal;
  /** Only the one of this name, as far as the source can tell ahead. */
  readonly tool?: string;
}

/** Finds out what programs there are. **Contract.** It throws only `AppError` `ABORTED`; what else fails is a problem. */
export type OperationSource = (query: SourceQuery) => Promise<SourceListing>;

/** What programs are called by. */
export const toolName = /^[A-Za-z0-9][\w.-]{0,62}$/;

/** What operations are called by, in one word or several. */
export const operationName = /^(?=.{1,100}$)[A-Za-z0-9][\w.-]*(?: [A-Za-z0-9][\w.-]*)*$/;

/** Can stand after `--` and be nothing but a name. */
export const parameterName = /^[A-Za-z0-9][\w-]{0,62}$/;
