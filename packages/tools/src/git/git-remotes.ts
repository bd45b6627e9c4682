import type { GitEnvironment } from './git-environment.ts';
import type { RemoteAccess } from './git-port.ts';
import { type GitRemote, parseGitRemote } from './git-remote.ts';
import { type GitSandbox, withGitSandbox } from './git-sandbox.ts';
import { type RemoteVariables, toRemoteVariables } from './git-variables.ts';
import { toRemoteSchemes } from './remote-schemes.ts';

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
  const { ALLOW_PRIVATE_NETWORKS: allowPrivate = false } = environment;
  const schemes = toRemoteSchemes(environment);
  const parse = ({ remote, allowFile: file = allowFile }: RemoteAccess): GitRemote =>
    parseGitRemote(remote, { ...schemes, file });
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

/** Resolves the host of a remote; calls that use none need no parser of addresses. */
async function resolve(hostname: string, allowPrivate: boolean): Promise<readonly string[]> {
  const { resolveHost } = await import('../http/resolve-host.ts');
  return resolveHost(hostname, allowPrivate);
}
