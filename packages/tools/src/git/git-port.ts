/** Files for a new branch of a remote repository. */
export interface BranchPush {
  /** The organization that the push counts for in the limit of processes. */
  readonly organizationId: string;
  /** `https://host/path` or `ssh://git@host/path`, without credentials. */
  readonly remote: string;
  /** A token with write access; not needed for remotes with anonymous writes and over ssh. */
  readonly token?: string | undefined;
  /** The branch, which must not exist yet. */
  readonly branch: string;
  /** The folder of the repository for the files; `''` is its top. */
  readonly folder: string;
  /** By path from that folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
}

/** A branch that was pushed. */
export interface PushedBranch {
  readonly branch: string;
  /** The commit's hash. */
  readonly commit: string;
  /** The page on which the branch can be viewed and proposed, for known hosts. */
  readonly compareUrl: string | undefined;
}

/**
 * Pushes with git.
 *
 * **Contract.** Only the given files are read from this machine: no configuration, hook or credential of its user. The
 * token appears in no address, argument, log or error. Hosts on private networks are not reached unless they are
 * allowed.
 */
export interface GitPort {
  /**
   * Pushes one commit on the remote's default branch as a new branch. In a chart's folder, files that are not given are
   * removed; in other folders they are kept.
   *
   * @throws AppError `VALIDATION_ERROR` for rejected input or credentials, `NOT_FOUND` when the repository does not
   * exist, `CONFLICT` when the branch exists or nothing would change, `RATE_LIMITED` when the organization already has
   * too many pushes in the queue, `EXTERNAL_API_ERROR`, `UNAVAILABLE` without git, `ABORTED` once `signal` fires.
   */
  pushBranch(push: BranchPush, signal: AbortSignal): Promise<PushedBranch>;
}
