import type { Principal } from '@shipmate/core';

/** One attempt to replace text in a file. */
export interface StringReplaceAttempt {
  readonly id: string;
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly path: string;
  readonly runId: string | null;
  readonly found: boolean;
  /** The tier that matched (`exact`, …), if any. */
  readonly tier: string | null;
  readonly oldStr: string;
  readonly newStr: string;
  readonly errorMessage: string | null;
}

/** Store for replacement attempts, to analyze where models fail. */
export interface StringReplaceLogStore {
  append(principal: Principal, attempt: StringReplaceAttempt): Promise<void>;
  /** Newest first. */
  list(
    principal: Principal,
    workspaceId: string,
  ): Promise<readonly (StringReplaceAttempt & { readonly createdAt: Date })[]>;
}
