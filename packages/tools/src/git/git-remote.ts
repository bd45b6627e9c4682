import { AppError } from '@shipmate/core';
import type { GitEnvironment } from './git-environment.ts';
import type { RemoteAccess } from './git-port.ts';
import { type GitSandbox, withGitSandbox } from './git-sandbox.ts';
import { type RemoteVariables, toRemoteVariables } from './git-variables.ts';

/** A remote repository. */
export interface GitRemote {
  readonly protocol: 'https' | 'http' | 'ssh' | 'file';
  /** As passed to git, without credentials. */
  readonly url: URL;
}

/** The remotes that are allowed besides https. */
interface AllowedRemotes {
  /** Plain http. */
  readonly http: boolean;
  readonly ssh: boolean;
  readonly file: boolean;
}

/**
 * Parses the address of a remote, also as `git@host:path`. @throws AppError `VALIDATION_ERROR` about the field
 * `remote`.
 */
export function parseGitRemote(text: string, allowed: AllowedRemotes): GitRemote {
  const url = URL.parse(toUrl(text.trim()));
  if (!url) throw refuseRemote('is no address; give one such as https://github.com/owner/repository.git');
  const protocol = url.protocol.slice(0, -1);
  if (!isAllowed(protocol, allowed)) {
    throw refuseRemote(`begins with ${url.protocol}//, which is not allowed here; give an https address`);
  }
  if (url.password !== '' || (protocol !== 'ssh' && url.username !== '')) {
    throw refuseRemote('holds credentials; give the token in its own field');
  }
  if (url.username.startsWith('-') || url.hostname.startsWith('-') || url.search !== '' || url.hash !== '') {
    throw refuseRemote('is more than the address of a repository');
  }
  return { protocol, url };
}

/** Converts `git@host:path`, which is short for `ssh://git@host/path`. */
function toUrl(text: string): string {
  const [, user, host, path] = /^([\w.-]+)@([\w.-]+):(?!\/)(.+)$/.exec(text) ?? [];
  return user === undefined ? text : `ssh://${user}@${host}/${path}`;
}

function isAllowed(protocol: string, allowed: AllowedRemotes): protocol is GitRemote['protocol'] {
  if (protocol === 'https') return true;
  return (protocol === 'http' || protocol === 'ssh' || protocol === 'file') && allowed[protocol];
}

function refuseRemote(message: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The remote ${message}.`,
    details: { issues: [{ path: 'remote', message }] },
  });
}

/** A connection that git may make. */
interface OpenRemote {
  readonly remote: GitRemote;
  readonly variables: RemoteVariables;
  readonly sandbox: GitSandbox;
}

/** The remotes that this installation allows. */
export interface Remotes {
  /** @throws AppError `VALIDATION_ERROR` about the field `remote`. */
  parse(access: RemoteAccess): GitRemote;
  /**
   * Resolves the host, and works with what git needs to connect to it.
   *
   * @throws AppError as `parse` does, and `VALIDATION_ERROR` for a host on a private network.
   */
  open<Result>(access: RemoteAccess, work: (open: OpenRemote) => Promise<Result>): Promise<Result>;
}

/** Options for {@link createRemotes}. */
interface RemotesOptions {
  readonly environment: GitEnvironment;
  readonly tempRoot: string;
  readonly allowFile: boolean;
}

/** Creates the remotes that an environment allows. */
export function createRemotes({ environment, tempRoot, allowFile }: RemotesOptions): Remotes {
  const { ALLOW_PRIVATE_NETWORKS: allowPrivate = false, GIT_SSH_KEY_FILE: sshKey } = environment;
  const parse = ({ remote, allowFile: allowed = allowFile }: RemoteAccess): GitRemote =>
    parseGitRemote(remote, { http: allowPrivate, ssh: sshKey !== undefined, file: allowed });
  return {
    parse,
    async open(access, work) {
      const remote = parse(access);
      const addresses = remote.protocol === 'file' ? [] : await resolve(remote.url.hostname, allowPrivate);
      return withGitSandbox(tempRoot, (sandbox) => {
        const variables = toRemoteVariables({ sandbox, remote, addresses, environment, token: access.token });
        return work({ remote, variables, sandbox });
      });
    },
  };
}

type ToUrl = (repository: string, branch: string) => string;

const hosts: readonly (readonly [pattern: RegExp, toUrl: ToUrl])[] = [
  [/^github\./, (repository, branch) => `${repository}/compare/${encodeBranch(branch)}?expand=1`],
  [
    /^gitlab\./,
    (repository, branch) =>
      `${repository}/-/merge_requests/new?${new URLSearchParams({ 'merge_request[source_branch]': branch }).toString()}`,
  ],
  [
    /^bitbucket\.org$/,
    (repository, branch) => `${repository}/pull-requests/new?${new URLSearchParams({ source: branch }).toString()}`,
  ],
];

/** Returns the page on which a pushed branch can be proposed, for known hosts. */
export function toCompareUrl({ url }: GitRemote, branch: string): string | undefined {
  const toUrl = hosts.find(([pattern]) => pattern.test(url.hostname))?.[1];
  const path = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return toUrl?.(`https://${url.hostname}${path}`, branch);
}

function encodeBranch(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}

/** Resolves the host of a remote; calls that use none need no parser of addresses. */
async function resolve(hostname: string, allowPrivate: boolean): Promise<readonly string[]> {
  const { resolveHost } = await import('../http/resolve-host.ts');
  return resolveHost(hostname, allowPrivate);
}
