import { AppError } from '@shipmate/core/tool';
import { isAllowedScheme, type RemoteSchemes } from '@shipmate/domain/repository';

/** A remote repository. */
export interface GitRemote {
  readonly protocol: 'https' | 'http' | 'ssh' | 'file';
  /** As passed to git, without credentials. */
  readonly url: URL;
}

/** The remotes that are allowed besides https. */
interface AllowedRemotes extends RemoteSchemes {
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
  return isAllowedScheme(protocol, allowed) || (protocol === 'file' && allowed.file);
}

function refuseRemote(message: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The remote ${message}.`,
    details: { issues: [{ path: 'remote', message }] },
  });
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
