import type { ChangeRequestMerge, MergeMethod, MergeOrder } from '@shipmate/domain/repository';

/** A repository of a git host, and the right to use its API. */
export interface HostedRepository {
  /** The address of the remote, as it is cloned. */
  readonly remote: string;
  readonly token?: string | undefined;
}

/** A pull or merge request. */
export interface ChangeRequest {
  /** The number that its host shows. */
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** The branch that takes the changes. */
  readonly base: string;
  /** Its newest commit; null if the host does not name it. */
  readonly head: string | null;
  /** Null until it is merged. */
  readonly merge: ChangeRequestMerge | null;
  /** GitLab's word for what a merge waits for. */
  readonly mergeStatus?: string | undefined;
}

/** A pull or merge request to be opened. */
interface NewChangeRequest {
  /** The pushed branch. */
  readonly branch: string;
  /** The branch that takes the changes. Default: the default branch of the repository. */
  readonly base?: string | undefined;
  readonly title: string;
  readonly body: string;
}

/** A comment of a person on a pull or merge request. Its text is not trusted. */
export interface ReviewComment {
  readonly author: string;
  readonly body: string;
  /** Null for a comment on the whole. */
  readonly path: string | null;
  /** The line of the new file; null for a comment on a file or the whole, and for lines that are gone. */
  readonly line: number | null;
  readonly createdAt: string;
}

/**
 * Opens, reads and merges pull and merge requests on GitHub, GitLab and Gitea.
 *
 * **Contract.** The host is the one of the remote, its kind known by name or configured in `GIT_HOSTS`. The token is sent to the API of that
 * host only, and appears in no error or log. Redirects are not followed; private networks are not reached unless they are allowed.
 * Every method throws `VALIDATION_ERROR` for an unknown host and rejected credentials, `NOT_FOUND`, `EXTERNAL_API_ERROR`.
 */
export interface ChangeRequestPort {
  /** Returns true if the kind of the remote's host is known. */
  supports(remote: string): boolean;
  /** Opens a request; the open one of the same branches is returned instead. @throws AppError `CONFLICT` when the host refuses it */
  open(repository: HostedRepository, request: NewChangeRequest, signal: AbortSignal): Promise<ChangeRequest>;
  read(repository: HostedRepository, number: number, signal: AbortSignal): Promise<ChangeRequest>;
  /** Lists the methods that the host allows, the one of a merge commit first. */
  listMergeMethods(repository: HostedRepository, signal: AbortSignal): Promise<readonly MergeMethod[]>;
  /**
   * Merges a request, and returns what the host reports then. `wasMerged` is true for a merge that this call is not known to have made.
   *
   * @throws AppError `CONFLICT` for a request that is not as ordered, and with the host's reason when it refuses
   */
  merge(
    repository: HostedRepository,
    order: MergeOrder,
    signal: AbortSignal,
  ): Promise<ChangeRequest & { readonly wasMerged: boolean }>;
  /** Lists unresolved comments, all of them on GitHub, oldest first: at most 200 with 4,000 characters each. */
  listComments(repository: HostedRepository, number: number, signal: AbortSignal): Promise<readonly ReviewComment[]>;
}
