import { AppError } from '@shipmate/core';

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
