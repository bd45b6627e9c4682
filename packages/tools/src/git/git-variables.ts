import { join } from 'node:path';
import { isIP } from 'node:net';
import type { GitEnvironment } from './git-environment.ts';
import type { BranchPush } from './git-port.ts';
import type { GitRemote } from './git-remote.ts';
import type { GitSandbox } from './git-sandbox.ts';

/** Options for {@link toGitVariables}. */
interface GitRun {
  readonly sandbox: GitSandbox;
  readonly remote: GitRemote;
  /** The addresses of the remote's host; none for a file. */
  readonly addresses: readonly string[];
  readonly environment: GitEnvironment;
  readonly push: Pick<BranchPush, 'author' | 'token'>;
}

/** Returns the complete environment of git: nothing of its user's, and a connection to one host only. */
export function toGitVariables({ sandbox, remote, addresses, environment, push }: GitRun): Record<string, string> {
  const { author, token } = push;
  return {
    PATH: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: sandbox.path,
    TMPDIR: sandbox.path,
    GIT_DIR: join(sandbox.path, 'repository'),
    GIT_WORK_TREE: sandbox.tree,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: remote.protocol,
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    ...(token === undefined ? {} : { GIT_ASKPASS: sandbox.askPass, SHIPMATE_GIT_TOKEN: token }),
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    ...toSshVariables({ sandbox, remote, addresses, environment }),
    ...toConfiguration(remote, addresses),
  };
}

function toSshVariables({ sandbox, remote, addresses, environment }: Omit<GitRun, 'push'>): Record<string, string> {
  if (remote.protocol !== 'ssh') return {};
  return {
    GIT_SSH: sandbox.ssh,
    GIT_SSH_VARIANT: 'ssh',
    SHIPMATE_SSH_HOST: remote.url.hostname,
    SHIPMATE_SSH_ADDRESS: addresses[0] ?? '',
    SHIPMATE_SSH_KEY: environment.GIT_SSH_KEY_FILE ?? '',
    SHIPMATE_SSH_KNOWN_HOSTS: environment.GIT_SSH_KNOWN_HOSTS_FILE ?? '/dev/null',
  };
}

function toConfiguration({ url, protocol }: GitRemote, addresses: readonly string[]): Record<string, string> {
  const port = url.port || (protocol === 'http' ? '80' : '443');
  // The connection goes to the checked address, so that a second DNS answer cannot change it.
  const isPinned = protocol.startsWith('http') && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  const settings = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.fileMode', 'false'],
    ['core.autocrlf', 'false'],
    ['core.protectHFS', 'true'],
    ['core.protectNTFS', 'true'],
    ['credential.helper', ''],
    ['commit.gpgSign', 'false'],
    ['gc.auto', '0'],
    ['http.followRedirects', 'false'],
    ...(isPinned ? [['http.curloptResolve', `${url.hostname}:${port}:${addresses.join(',')}`]] : []),
  ];
  const variables = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}
