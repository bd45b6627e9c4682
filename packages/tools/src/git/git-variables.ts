import { tmpdir } from 'node:os';
import type { GitEnvironment } from './git-environment.ts';
import type { GitRemote } from './git-remote.ts';
import type { GitSandbox } from './git-sandbox.ts';

/** A setting of git: its key and value. */
export type GitSetting = readonly [key: string, value: string];

/** The remote that a call of git may connect to. */
export interface RemoteVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly settings: readonly GitSetting[];
}

/** Options for {@link toGitVariables}. */
interface GitVariables {
  /** Where git looks for programs. */
  readonly path: string | undefined;
  /** The repository; without one git finds none. */
  readonly gitDir: string | undefined;
  readonly workTree: string | undefined;
  readonly indexFile: string | undefined;
  /** The remote; without one every transport is refused. */
  readonly remote: RemoteVariables | undefined;
  readonly author: { readonly name: string; readonly email: string } | undefined;
  readonly settings: readonly GitSetting[];
}

/**
 * Settings that take precedence over those of a repository, which its author or a process in the checkout may have written: no
 * program is started, no file outside of the repository is read, and what git prints is the same everywhere.
 */
const hardenedSettings: readonly GitSetting[] = [
  ['core.fsmonitor', 'false'],
  // Changed files are found: by all of their times and sizes, and in each folder.
  ['core.checkStat', 'default'],
  ['core.ignoreStat', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['protocol.ext.allow', 'never'],
  ['protocol.fd.allow', 'never'],
  ['diff.external', ''],
  ['diff.orderFile', '/dev/null'],
  ['diff.submodule', 'short'],
  ['diff.suppressBlankEmpty', 'false'],
  ['interactive.diffFilter', ''],
  ['blame.ignoreRevsFile', ''],
  ['mailmap.file', '/dev/null'],
  ['log.mailmap', 'false'],
  ['log.showRoot', 'true'],
  ['log.showSignature', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['gpg.format', 'openpgp'],
  ['merge.verifySignatures', 'false'],
  ['uploadpack.packObjectsHook', ''],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
  ['push.recurseSubmodules', 'no'],
  // The empty value clears those of the repository.
  ['push.pushOption', ''],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.bundleURI', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  ['maintenance.auto', 'false'],
  ['gc.auto', '0'],
];

/** Returns the complete environment of git: nothing of this process's user, and nothing that the repository can override. */
export function toGitVariables(options: GitVariables): Record<string, string> {
  const { path, gitDir, workTree, indexFile, remote, author, settings } = options;
  return {
    PATH: path ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: '/dev/null',
    TMPDIR: tmpdir(),
    GIT_DIR: gitDir ?? '/dev/null',
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_PAGER: 'cat',
    GIT_ASKPASS: 'false',
    GIT_SSH_COMMAND: 'false',
    GIT_ALLOW_PROTOCOL: 'none',
    ...remote?.variables,
    ...(author && {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
    }),
    ...toConfiguration([...hardenedSettings, ...settings, ...(remote?.settings ?? [])]),
  };
}

/** Options for {@link toRemoteVariables}. */
interface RemoteConnection {
  readonly sandbox: GitSandbox;
  readonly remote: GitRemote;
  /** The addresses of the remote's host; none for a file. */
  readonly addresses: readonly string[];
  readonly environment: GitEnvironment;
  readonly token: string | undefined;
}

/** Returns what git needs to connect to one remote, and to it only. */
export function toRemoteVariables({
  sandbox,
  remote,
  addresses,
  environment,
  token,
}: RemoteConnection): RemoteVariables {
  const { url, protocol } = remote;
  const port = url.port || (protocol === 'http' ? '80' : '443');
  // The connection goes to the checked address, so that a second DNS answer cannot change it; an address is its own answer.
  const isPinned = protocol.startsWith('http') && !addresses.includes(url.hostname.replace(/^\[|\]$/g, ''));
  const isSsh = protocol === 'ssh';
  return {
    variables: {
      HOME: sandbox.path,
      TMPDIR: sandbox.path,
      GIT_ALLOW_PROTOCOL: protocol,
      ...(token === undefined ? {} : { GIT_ASKPASS: sandbox.askPass, SHIPMATE_GIT_TOKEN: token }),
      ...(isSsh && {
        // A variable, because `core.sshCommand` of a repository comes before GIT_SSH; it is a command line of a shell.
        GIT_SSH_COMMAND: `'${sandbox.ssh.replaceAll("'", String.raw`'\''`)}'`,
        GIT_SSH_VARIANT: 'ssh',
        SHIPMATE_SSH_HOST: url.hostname,
        SHIPMATE_SSH_ADDRESS: addresses[0] ?? '',
        SHIPMATE_SSH_KEY: environment.GIT_SSH_KEY_FILE ?? '',
        SHIPMATE_SSH_KNOWN_HOSTS: environment.GIT_SSH_KNOWN_HOSTS_FILE ?? '/dev/null',
      }),
    },
    settings: [
      ['http.followRedirects', 'false'],
      ...(isPinned
        ? ([['http.curloptResolve', `${url.hostname}:${port}:${addresses.join(',')}`]] satisfies GitSetting[])
        : []),
    ],
  };
}

/** Variables keep keys with "=" apart from their values, which `-c` does not. */
function toConfiguration(settings: readonly GitSetting[]): Record<string, string> {
  const variables = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}
