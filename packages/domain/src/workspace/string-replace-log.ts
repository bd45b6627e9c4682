import type { Principal } from '@shipmate/core';

/** One attempt to replace text in a file. */
export interface StringReplaceAttempt {
  readonly id: string;
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly path: string;
  readonly runId: string | null;
  readonly found: boolean;
  /** How it matched (`exact`, …), when it did. */
  readonly tier: string | null;
  readonly oldStr: string;
  readonly newStr: string;
  readonly errorMessage: string | null;
}

/** The log of replacement attempts, kept to learn where models miss. */
export interface StringReplaceLogStore {
  append(principal: Principal, attempt: StringReplaceAttempt): Promise<void>;
  /** Newest first. */
  list(
    principal: Principal,
    workspaceId: string,
  ): Promise<readonly (StringReplaceAttempt & { readonly createdAt: Date })[]>;
}
