/** Files for a new branch of a remote repository. */
export interface BranchPush {
  /** The organization that the push counts for in the limit of processes. */
  readonly organizationId: string;
  /** `https://host/path` or `ssh://git@host/path`, without credentials. */
  readonly remote: string;
  /** What lets one write there; unneeded where anybody may, and over ssh. */
  readonly token?: string | undefined;
  /** Must not be there yet. */
  readonly branch: string;
  /** The folder of the repository that the files go to; `''` is its top. */
  readonly folder: string;
  /** By path from that folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
}

/** A branch that was pushed. */
export interface PushedBranch {
  readonly branch: string;
  /** Its hash. */
  readonly commit: string;
  /** Where the branch can be looked at and proposed, for hosts whose addresses are known. */
  readonly compareUrl: string | undefined;
}

/**
 * Git.
 *
 * **Contract.** Nothing but the given files is read from this machine: no configuration, hook or credential of its user. The token
 * is in no address, argument, log or error. Hosts on private networks are not reached unless that is allowed.
 */
export interface GitPort {
  /**
   * Pushes one commit on the remote's default branch as a new branch. In a folder that is a chart's, files that are not given are
   * removed; elsewhere they stay.
   *
   * @throws AppError `VALIDATION_ERROR` for an input or credentials that are refused, `NOT_FOUND` when there is no such repository,
   * `CONFLICT` when the branch is there or nothing would change, `RATE_LIMITED` when the organization already has too many pushes in
   * the queue, `EXTERNAL_API_ERROR`, `UNAVAILABLE` without git, `ABORTED` once `signal` fires.
   */
  pushBranch(push: BranchPush, signal: AbortSignal): Promise<PushedBranch>;
}
