import type { Logger } from '@shipmate/core';
import type { AcceptedFile } from '@shipmate/domain/repository';

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

/** A remote repository and the right to use it. */
export interface RemoteAccess {
  /** `https://host/path` or `ssh://git@host/path`, without credentials. */
  readonly remote: string;
  readonly token?: string | undefined;
  /** True where an operator allows `file:///path` for this call. */
  readonly allowFile?: boolean | undefined;
}

/** The author of commits. */
interface GitAuthor {
  readonly name: string;
  readonly email: string;
}

/** One call of git in a work tree. */
export interface WorkTreeCall {
  /** The organization that the call counts for in the limit of processes. */
  readonly organizationId: string;
  /** The root of the work tree. */
  readonly folder: string;
  /** The subcommand and its arguments, made by code: none of them is checked. They must not hold secrets. */
  readonly args: readonly string[];
  readonly stdin?: string | undefined;
  /** The remote that the call connects to. Its address is the argument {@link remoteArgument}. */
  readonly access?: RemoteAccess | undefined;
  readonly author?: GitAuthor | undefined;
  readonly maxOutputBytes?: number | undefined;
  readonly logger?: Logger | undefined;
}

/** The argument that is replaced by the checked address of the remote. */
export const remoteArgument = '<remote>';

/** Output of git in a work tree. */
export interface GitOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True if output was dropped from the middle. */
  readonly truncated: boolean;
}

/** A bare repository that is a local copy of a remote. */
export interface CacheUpdate extends RemoteAccess {
  readonly organizationId: string;
  /** The folder of the bare repository; it is created if it does not exist. */
  readonly cache: string;
  /** True if git could not read some of it: it is replaced by a new one, once the remote was fetched. Default: false. */
  readonly isDamaged?: boolean | undefined;
}

/** The default branch of a remote; undefined for an empty repository. */
export interface RemoteHead {
  readonly branch: string;
  readonly commit: string;
}

/** A work tree to add to a bare repository. */
export interface NewWorkTree {
  readonly organizationId: string;
  readonly cache: string;
  /** The absolute path of the work tree. */
  readonly folder: string;
  /** The branch that is checked out; it is created unless it exists. */
  readonly branch: string;
  /** A branch of the remote, from which a new branch begins. */
  readonly base: string;
  /** The commit of the bare repository from which a new branch begins instead. */
  readonly commit?: string | undefined;
}

/**
 * Runs git in repositories of this machine.
 *
 * **Contract.** A repository is checked before each call: nothing that it contains or configures starts a program, reads another
 * place or changes the connection. No configuration, hook or credential of the machine's user is used.
 */
export interface GitWorkTreePort {
  /** Returns the author of the commits that an agent makes for a user. */
  authorOf(userId: string): GitAuthor;
  /**
   * Runs git in a work tree; an exit code other than 0 is a result.
   *
   * @throws AppError `NOT_FOUND` without a repository, `CONFLICT` when the repository is refused, `VALIDATION_ERROR` for a remote
   * that is not allowed, `TIMEOUT`, `RATE_LIMITED`, `UNAVAILABLE` without git, `ABORTED` once `signal` fires.
   */
  run(call: WorkTreeCall, signal: AbortSignal): Promise<GitOutput>;
  /**
   * Commits all changes of a work tree, new files too, but no file in which they add a secret, and neither the largest files if there is
   * too much to be searched for secrets, nor anything if that is too much without them. Without changes nothing is committed.
   *
   * @returns What was left out, such as `config.ts:2 (github-token)`, without the secrets.
   * @throws AppError as `run` does.
   */
  commitAll(
    commit: Pick<WorkTreeCall, 'organizationId' | 'folder'> & { readonly message: string; readonly author: GitAuthor },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * Brings the branches of a remote into a bare repository, as `refs/remotes/origin/*`. Its own branches stay, unless git cannot use the
   * repository, because a part of it is damaged or a lock was left: a new one takes its place then.
   *
   * @throws AppError as `run` does, and `NOT_FOUND` or `VALIDATION_ERROR` when the remote does not exist or refuses the credentials.
   */
  updateCache(update: CacheUpdate, signal: AbortSignal): Promise<RemoteHead | undefined>;
  /**
   * Copies a bare repository with the branches of its remote, so that the commits made in the copy are seen there only. A copy that exists is left as it is.
   *
   * @throws AppError as `run` does
   */
  copyCache(
    copied: { readonly organizationId: string; readonly cache: string; readonly copy: string },
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Adds a work tree to a bare repository; one that exists already with its branch is left as it is. Returns the commit of `HEAD`.
   *
   * @throws AppError as `run` does, `VALIDATION_ERROR` for a branch name, `NOT_FOUND` when the base does not exist, `CONFLICT` when the
   * branch is checked out elsewhere, and of `isDamagedCopy` when git cannot read the repository.
   */
  addWorkTree(tree: NewWorkTree, signal: AbortSignal): Promise<{ readonly commit: string }>;
  /** Removes a work tree with everything in its folder; its branch stays. Idempotent. */
  removeWorkTree(tree: Pick<NewWorkTree, 'organizationId' | 'cache' | 'folder'>, signal: AbortSignal): Promise<void>;
}

/** A work tree and the store of its checkpoints. */
export interface CheckpointPlace {
  readonly organizationId: string;
  /** The root of the work tree. */
  readonly folder: string;
  /** The absolute path of the folder that keeps content by its hash. Work trees of one repository may share it. */
  readonly store: string;
  /** The name of this work tree in the store: letters, digits and "-". */
  readonly index: string;
}

/** The files of a work tree at a time. */
interface SavedCheckpoint {
  /** The commit of `HEAD`. */
  readonly head: string;
  /** The hash of all files. */
  readonly tree: string;
  /** Changed files that are too large to be kept; a restore leaves them as they are. */
  readonly leftOut: readonly string[];
}

/**
 * Keeps the files of work trees in a store outside of their repositories.
 *
 * **Contract.** As {@link GitWorkTreePort}. Files that `.gitignore` names, nested repositories and files over 20 MB are not covered. A
 * store keeps at most 1 GB of changed content, and a checkpoint takes at most 30 s for each of its steps.
 */
export interface GitCheckpointPort {
  /** @throws AppError as {@link GitWorkTreePort}, `PAYLOAD_TOO_LARGE` over a limit. */
  saveCheckpoint(place: CheckpointPlace, signal: AbortSignal): Promise<SavedCheckpoint>;
  /** Makes the files of a work tree the ones of a checkpoint in the same store. Idempotent. @throws AppError as `saveCheckpoint` does */
  restoreCheckpoint(place: CheckpointPlace, tree: string, signal: AbortSignal): Promise<void>;
}

/** A bare repository of an organization on this machine. */
export interface RepositoryPlace {
  readonly organizationId: string;
  readonly cache: string;
}

/** A file of a commit. */
export interface UploadedFile {
  /** Accepted by `findCheckoutPathProblem`. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** The files of an uploaded archive. */
export interface GitUpload {
  /** Each path once, and no file in the place of a folder. */
  readonly files: AsyncIterable<UploadedFile>;
  readonly message: string;
  readonly author: GitAuthor;
}

/**
 * Stores uploaded files as commits of a bare repository of this machine, which has no remote.
 *
 * **Contract.** Nothing is checked out, and at most 4 MB of files and one more file are held in memory. The branch `main` moves only once every file was read.
 */
export interface GitUploadPort {
  /**
   * Commits exactly the given files, without the folder that contains all of them, as the child of the newest upload. Files equal to those of
   * the newest upload are no new commit. The repository is created if it does not exist.
   *
   * @throws AppError `VALIDATION_ERROR` without a file, `CONFLICT` when another upload ended meanwhile, and what `files` throws.
   */
  commitUpload(place: RepositoryPlace, upload: GitUpload, signal: AbortSignal): Promise<{ readonly commit: string }>;
}

/** A branch of the remote, as it was fetched. */
export interface GitBranch {
  readonly name: string;
  readonly commit: string;
}

/** An entry of a folder in a commit. */
export interface TreeEntry {
  readonly name: string;
  /** `other` for a name that no checkout accepts. */
  readonly kind: 'file' | 'folder' | 'link' | 'submodule' | 'other';
  /** In bytes; null for a folder and a submodule. */
  readonly size: number | null;
}

/** A page of a folder in a commit: folders first, then by name. */
export interface GitFolder {
  readonly entries: readonly TreeEntry[];
  /** The name after which the next page begins; null on the last page. */
  readonly next: string | null;
  /** True if the folder has more entries than are read. */
  readonly isCut: boolean;
}

/** A file in a commit. */
interface GitFile {
  /** In bytes. */
  readonly size: number;
  /** Null with a reason. */
  readonly content: string | null;
  readonly reason: 'binary' | 'too_large' | null;
}

/** A line that a search found. */
export interface FoundLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The first 300 characters. */
  readonly text: string;
}

/**
 * Reads commits of bare repositories of this machine.
 *
 * **Contract.** As {@link GitWorkTreePort}. Output is bounded: a folder by 4 MB of entries, a file by 1 MB, a search by 1 MB of lines
 * and 20 s. Every method throws `CONFLICT` for a repository that was not fetched yet.
 */
export interface GitObjectsPort {
  /** Lists branches of the remote, at most 1,000. */
  listBranches(place: RepositoryPlace, signal: AbortSignal): Promise<readonly GitBranch[]>;
  /** Returns the default branch of the remote as it was fetched; undefined if it has none. */
  readDefaultBranch(place: RepositoryPlace, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Returns the hash of a branch's newest commit, or of a commit that a branch of the remote contains.
   *
   * @throws AppError `NOT_FOUND`, `VALIDATION_ERROR` for a name that is no branch name.
   */
  resolve(
    place: RepositoryPlace,
    ref: { readonly branch?: string | undefined; readonly commit?: string | undefined },
    signal: AbortSignal,
  ): Promise<string>;
  /** Lists a folder; `''` is the top. @throws AppError `NOT_FOUND` */
  listFolder(
    place: RepositoryPlace,
    folder: {
      readonly commit: string;
      readonly folder: string;
      readonly after?: string | undefined;
      readonly limit: number;
    },
    signal: AbortSignal,
  ): Promise<GitFolder>;
  /** @throws AppError `NOT_FOUND` */
  readFile(
    place: RepositoryPlace,
    file: { readonly commit: string; readonly path: string },
    signal: AbortSignal,
  ): Promise<GitFile>;
  /** Finds the lines of text files that contain a text, in any case. At most 20 of one file. */
  search(
    place: RepositoryPlace,
    search: { readonly commit: string; readonly text: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<{ readonly lines: readonly FoundLine[]; readonly isCut: boolean }>;
}

/** A file in the tree of a commit. */
export interface TreeFile {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'submodule';
  /** In bytes; null for a submodule. */
  readonly size: number | null;
  /** The object id of the content; of a submodule, its commit. */
  readonly id: string;
}

/** All files of a commit. */
export interface CommitTree {
  readonly treeId: string;
  /** In the order of their paths. */
  readonly files: readonly TreeFile[];
  /** Paths that no checkout may have. */
  readonly refused: readonly string[];
}

/**
 * Reads the whole content of a commit in a bare repository.
 *
 * **Contract.** As {@link GitWorkTreePort}. Output of any length is processed as it arrives, in parts that do not block the event loop.
 */
export interface GitCodePort {
  /** @throws AppError `NOT_FOUND` without the commit, `PAYLOAD_TOO_LARGE` for more than `maxFiles` files. */
  readTree(
    place: RepositoryPlace,
    tree: { readonly commit: string; readonly maxFiles: number },
    signal: AbortSignal,
  ): Promise<CommitTree>;
  /** Reads contents by object id; one that does not exist is absent. Their sizes together have to fit the memory. */
  readBlobs(
    place: RepositoryPlace,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Counts the commits that changed each path, within some days before the commit's own date. Reads at most 5,000 commits. */
  countChanges(
    place: RepositoryPlace,
    history: { readonly commit: string; readonly days: number },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
}

/** A changed file of a job and its accepted part. */
export interface ReviewedFile extends AcceptedFile {
  /** The hunks as unified diff from the commit before; null for a file that is accepted as a whole only. */
  readonly patch: string | null;
}

/** The accepted part of the commits from `base` to `head`. */
export interface ReviewCommit {
  readonly base: string;
  readonly head: string;
  /** `all`, or the accepted files; a file that is not named stays as it is in `base`. */
  readonly accepted: 'all' | readonly ReviewedFile[];
  /** False keeps the commits; only possible for `all`. */
  readonly isSquashed: boolean;
  /** The branch that is set to the accepted part. */
  readonly branch: string;
  readonly message: string;
  readonly author: GitAuthor;
}

/** A commit to make without a work tree. */
export interface FilesCommit {
  readonly parent: string;
  /** The commit whose files are changed; all others are the same in the new commit. */
  readonly base: string;
  /** The folder of the changed files; `''` is the top. */
  readonly folder: string;
  /** Contents by path from the folder; null removes a file. A file keeps its mode. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Names the reference that keeps the commit, such as the id of a workspace: letters, digits and "-". */
  readonly name: string;
  readonly message: string;
  readonly author: GitAuthor;
}

/**
 * Commits the accepted part of a job in a bare repository of this machine, and pushes it.
 *
 * **Contract.** As {@link GitWorkTreePort}. No work tree is needed. Every method throws `CONFLICT` when a commit is not on this machine.
 */
export interface GitReviewPort {
  /**
   * Sets a branch to the accepted part. It can be repeated with another part: the commits of the job stay.
   *
   * @throws AppError `VALIDATION_ERROR` for a file that cannot be accepted in part, or parts that exclude each other.
   */
  commitReview(place: RepositoryPlace, review: ReviewCommit, signal: AbortSignal): Promise<{ readonly commit: string }>;
  /**
   * Commits the files of `base` with changes as the child of `parent`. A repeated call returns the same commit. No branch is set.
   *
   * @throws AppError `VALIDATION_ERROR` for a path that no checkout accepts, `CONFLICT` if `parent` has the same files.
   */
  commitFiles(place: RepositoryPlace, commit: FilesCommit, signal: AbortSignal): Promise<{ readonly commit: string }>;
  /**
   * Pushes a commit to a branch of the remote, which is created or moved forward: never by force, and never the default branch.
   * Idempotent: a branch that is at the commit already is a success.
   *
   * @throws AppError `CONFLICT` with the reason `remote_moved`, `default_branch` or, for commits that add one, `secret`, `VALIDATION_ERROR` for rejected credentials,
   * `NOT_FOUND` when the repository does not exist, `EXTERNAL_API_ERROR`.
   */
  pushCommit(
    place: RepositoryPlace,
    push: { readonly access: RemoteAccess; readonly commit: string; readonly branch: string },
    signal: AbortSignal,
  ): Promise<PushedCommit>;
  /** Deletes a branch of a job and the reference to its last commit. Idempotent. */
  dropBranch(
    place: RepositoryPlace,
    job: { readonly branch: string; readonly head: string },
    signal: AbortSignal,
  ): Promise<void>;
}

/** A commit on a branch of a remote. */
export interface PushedCommit {
  readonly branch: string;
  readonly commit: string;
  /** True if the remote did not have the branch. */
  readonly created: boolean;
  /** The page on which the branch can be viewed and proposed, for known hosts. */
  readonly compareUrl: string | null;
}
