import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { gitBlame } from '../../src/git/tools/git-blame.ts';
import { gitCommand } from '../../src/git/tools/git-command.ts';
import { gitLog } from '../../src/git/tools/git-log.ts';
import { createGitCheckout, type GitCheckout, testGit } from '../support/create-git-checkout.ts';
import { git } from '../../src/testing/start-git-server.ts';

type Command = readonly [command: string, args: readonly string[]];

// Checked with git 2.39: each program that git starts creates the marker.
let checkout: GitCheckout;
let marker: string;
let script: string;
let settings: string;

const inGit = (name: string): string => join(checkout.folder, '.git', name);
const quietly = ['-c', 'core.hooksPath=/dev/null'];

beforeAll(async () => {
  checkout = await createGitCheckout({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=x diff=x merge=x\n' });
  marker = join(checkout.root, 'marker');
  script = join(checkout.root, 'program.sh');
  await writeFile(script, `#!/bin/sh\ntouch ${marker}\ncat\n`, { mode: 0o755 });
  for (const hook of hooks) await writeFile(inGit(`hooks/${hook}`), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  settings = await readFile(inGit('config'), 'utf8');
});

afterEach(async () => {
  await writeFile(inGit('config'), settings);
  await rm(marker, { force: true });
});

const hooks = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'post-merge',
  'pre-push',
  'post-index-change',
  'reference-transaction',
];

async function run([command, args]: Command, workspaceDir = checkout.folder): Promise<string> {
  const { output } = await gitCommand.execute({ command, args: [...args] }, { ...checkout.context, workspaceDir });
  return output;
}

/** Makes calls of every kind in a work tree that changes between them. */
async function runAll(): Promise<void> {
  const branch = `topic-${branches++}`;
  const commands: readonly Command[] = [
    ['status', []],
    ['diff', []],
    ['log', []],
    ['show', []],
    ['blame', ['a.txt']],
    ['add', ['.']],
    ['diff', ['--staged']],
    ['commit', ['-m', 'Change']],
    ['switch', ['-c', branch]],
    ['restore', ['a.txt']],
    ['push', []],
    ['pull', []],
  ];
  for (const command of commands) {
    await appendFile(join(checkout.folder, 'a.txt'), 'x\n');
    await run(command);
  }
}
let branches = 0;

it.each<readonly [name: string, text: () => string]>([
  ['no settings, with hooks', () => ''],
  ['core.fsmonitor', () => `[core]\nfsmonitor=${script}`],
  [
    'core.sshCommand, askPass, gitProxy',
    () => `[core]\nsshCommand=${script}\naskPass=${script}\nalternateRefsCommand=${script}`,
  ],
  ['core.pager and editor', () => `[core]\npager=${script}\neditor=${script}\n[sequence]\neditor=${script}`],
  ['core.hooksPath', () => `[core]\nhooksPath=${inGit('hooks')}`],
  ['core.attributesFile', () => `[core]\nattributesFile=${join(checkout.folder, 'a.txt')}`],
  ['diff.external', () => `[diff]\nexternal=${script}`],
  [
    'signatures',
    () => `[gpg]\nprogram=${script}\n[commit]\ngpgSign=true\n[log]\nshowSignature=true\n[push]\ngpgSign=true`,
  ],
  [
    'signatures of ssh',
    () => `[gpg]\nformat=ssh\n[gpg "ssh"]\nprogram=${script}\ndefaultKeyCommand=${script}\n[commit]\ngpgSign=true`,
  ],
  ['a filter', () => `[filter "x"]\nclean=${script}\nsmudge=${script}\nprocess=${script}\nrequired=true`],
  ['a filter with "=" in its name', () => `[filter "x"]\nclean=${script}\n[filter "x=y"]\nclean=${script}`],
  ['core.worktree', () => `[core]\nworktree=/tmp`],
])('git starts no program in a repository with %s', async (_name, text) => {
  await appendFile(inGit('config'), `${text()}\n`);
  await runAll();
  expect(existsSync(marker)).toBe(false);
});

it.each([
  ['[alias]\nstatus=!id', 'alias.status'],
  ['[diff "x"]\ntextconv=id', 'diff.x.textconv'],
  ['[diff "x"]\ncommand=id', 'diff.x.command'],
  ['[merge "x"]\ndriver=id', 'merge.x.driver'],
  ['[trailer "x"]\ncommand=id', 'trailer.x.command'],
  ['[trailer "x"]\ncmd=id', 'trailer.x.cmd'],
  ['[remote "origin"]\nuploadpack=id', 'remote.origin.uploadpack'],
  ['[remote "origin"]\nreceivepack=id', 'remote.origin.receivepack'],
  ['[remote "origin"]\nvcs=id', 'remote.origin.vcs'],
  ['[remote "origin"]\npromisor=true', 'remote.origin.promisor'],
  ['[remote "https://host/x"]\nurl=https://other/x', 'remote.https://host/x.url'],
  ['[url "https://other/"]\ninsteadOf=https://host/', 'url.https://other/.insteadof'],
  ['[url "https://other/"]\npushInsteadOf=https://host/', 'url.https://other/.pushinsteadof'],
  ['[include]\npath=/etc/passwd', 'include.path'],
  ['[includeIf "gitdir:/"]\npath=/etc/passwd', 'includeif.gitdir:/.path'],
  ['[submodule "x"]\nupdate=!id', 'submodule.x.update'],
  ['[credential]\nhelper=id', 'credential.helper'],
  ['[credential "https://host"]\nhelper=id', 'credential.https://host.helper'],
  ['[hook "x"]\ncommand=id', 'hook.x.command'],
  ['[branch "main"]\nmergeOptions=-s x', 'branch.main.mergeoptions'],
])('git does not run in a repository with %j', async (text, setting) => {
  await appendFile(inGit('config'), `${text}\n`);
  await expect(run(['status', []])).rejects.toMatchObject({ code: 'CONFLICT', details: { setting } });
});

it.each(['proxy=http://other', 'cookieFile=/etc/passwd', 'saveCookies=true', 'sslVerify=false', 'extraHeader=X: y'])(
  'git connects to no remote in a repository with http.%s',
  async (text) => {
    await appendFile(inGit('config'), `[http]\n${text}\n`);
    await run(['status', []]);
    await expect(run(['push', []])).rejects.toMatchObject({ code: 'CONFLICT' });
  },
);

it.each(['[fetch]\nbundleURI=https://other/x.bundle', '[fetch "fsck"]\nskipList=/etc/passwd'])(
  'git connects to no remote in a repository with %j',
  async (text) => {
    await appendFile(inGit('config'), `${text}\n`);
    await run(['status', []]);
    for (const name of ['push', 'pull'])
      await expect(run([name, []])).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'repository' } });
  },
);

it('git pushes without the options that a repository sets', async () => {
  const given = await createGitCheckout({ 'a.txt': 'one\n' });
  const sent = join(given.root, 'options');
  await git(given.bare, 'config', 'receive.advertisePushOptions', 'true');
  await writeFile(join(given.bare, 'hooks/pre-receive'), `#!/bin/sh\necho "$GIT_PUSH_OPTION_COUNT" > ${sent}\n`, {
    mode: 0o755,
  });
  await appendFile(join(given.folder, '.git/config'), '[push]\npushOption=merge_request.create\n');
  await run(['switch', ['-c', 'topic']], given.folder);
  await gitCommand.execute({ command: 'push', args: [] }, given.context);
  expect(await readFile(sent, 'utf8')).not.toContain('1');
});

it('a commit with a huge message and author hides no other commit, and is shown in part', async () => {
  const given = await createGitCheckout({ 'a.txt': 'one\n' });
  const message = join(given.root, 'message');
  await writeFile(message, `${'s'.repeat(3_000_000)}\n\n${'b'.repeat(3_000_000)}\n`);
  await given.git('commit', '--quiet', '--allow-empty', `--author=${'a'.repeat(50_000)} <a@b>`, '--file', message);
  const input = gitLog.input.parse({});
  const { commits, truncated } = await gitLog.execute(input, given.context);
  expect(commits.map(({ subject }) => subject.slice(0, 5))).toEqual(['sssss', 'Begin']);
  expect(truncated).toBe(false);
  expect(JSON.stringify(commits).length).toBeLessThan(10_000);
  expect((await run(['show', []], given.folder)).length).toBeLessThan(10_000);
});

it('a commit with an impossible date is read as one without a date, or as a new one', async () => {
  const given = await createGitCheckout({ 'a.txt': 'one\n' });
  const tree = (await given.git('rev-parse', 'HEAD^{tree}')).trim();
  const parent = (await given.git('rev-parse', 'HEAD')).trim();
  const person = 'Ada <ada@example.com> 9999999999999999 +0000';
  await writeFile(join(given.root, 'commit'), `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nLate\n`);
  const commit = (
    await given.git('hash-object', '-t', 'commit', '-w', '--literally', join(given.root, 'commit'))
  ).trim();
  await given.git('reset', '--quiet', '--hard', commit);
  const [line] = (await gitBlame.execute(gitBlame.input.parse({ filePath: 'a.txt' }), given.context)).ranges;
  expect(line).toMatchObject({ hash: commit, date: '', summary: 'Late' });
  expect((await gitLog.execute(gitLog.input.parse({}), given.context)).commits).toHaveLength(1);
  const place = { organizationId: 'o1', cache: join(given.folder, '.git') };
  await given.git('config', 'core.bare', 'true');
  const { signal } = new AbortController();
  const changes = await testGit.countChanges(place, { commit: parent, days: 90 }, signal);
  expect(changes.get('a.txt')).toBe(1);
  await expect(testGit.countChanges(place, { commit, days: 90 }, signal)).resolves.toBeInstanceOf(Map);
});

it('git shows all lines of a change in a repository that suppresses blank ones', async () => {
  const given = await createGitCheckout({ 'a.txt': 'one\n\nthree\n' });
  await appendFile(join(given.folder, '.git/config'), '[diff]\nsuppressBlankEmpty=true\n');
  await given.put({ 'a.txt': 'one\n\n3\n' });
  expect(await run(['diff', []], given.folder)).toContain(' one\n \n-three\n+3');
});

it.each<readonly [name: string, path: string, put: (path: string) => Promise<void>]>([
  ['borrowed objects', 'objects/info/alternates', (path) => writeFile(path, '/x\n')],
  ['another common folder', 'commondir', (path) => writeFile(path, '/x\n')],
  ['a link in .git', 'logs-link', (path) => symlink('/tmp', path)],
  ['a link in the objects', 'objects/zz', (path) => symlink('/tmp', path)],
  ['a link in the packs', 'objects/pack/pack-x.idx', (path) => symlink('/tmp/x', path)],
  ['a link in the references', 'refs/heads/linked', (path) => symlink('/tmp/x', path)],
  ['a link in the logs', 'logs/refs/linked', (path) => symlink('/tmp/x', path)],
  ['settings of the work tree', 'config.worktree', (path) => writeFile(path, '[alias]\nx=!id\n')],
])('git does not run in a repository with %s', async (_name, path, put) => {
  await put(inGit(path));
  await expect(run(['status', []])).rejects.toMatchObject({ code: 'CONFLICT' });
  await rm(inGit(path));
});

it('git reads the settings of a repository and of its work tree apart, as they are checked', async () => {
  await appendFile(inGit('config'), '[extensions]\nworktreeConfig = true\n[foo]\nx = a\\');
  await writeFile(inGit('config.worktree'), `[filter "x"]\nclean=${script}\nsmudge=${script}\n`);
  await runAll();
  expect(existsSync(marker)).toBe(false);
  await git(checkout.folder, 'status');
  expect(existsSync(marker)).toBe(true);
  await rm(inGit('config.worktree'));
});

it.each(['../outside.txt', '.GIT/config.txt', '/tmp/outside.x'])(
  'git does not run with an index that lists %s',
  async (path) => {
    const hostile = await createGitCheckout({ 'a.txt': 'one\n', ['x'.repeat(path.length)]: 'in\n' });
    await writeFile(join(hostile.root, 'outside.txt'), 'secret of this machine\n');
    const file = join(hostile.folder, '.git', 'index');
    const index = await readFile(file);
    index.write(path, index.indexOf('x'.repeat(path.length)));
    createHash('sha1')
      .update(index.subarray(0, -20))
      .digest()
      .copy(index, index.length - 20);
    await writeFile(file, index);
    const calls: readonly Command[] = [
      ['status', []],
      ['diff', []],
      ['diff', ['HEAD']],
      ['restore', ['.']],
      ['add', ['.']],
    ];
    for (const call of calls) {
      await expect(run(call, hostile.folder)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('index with a path that leads outside'),
      });
    }
    expect(await readFile(join(hostile.root, 'outside.txt'), 'utf8')).toBe('secret of this machine\n');
  },
);

it('git does not run where .git is a link or names the repository of another work tree', async () => {
  const other = join(checkout.root, 'other');
  await mkdir(other);
  const refused = { code: 'CONFLICT', details: { reason: 'repository' } };
  await writeFile(join(other, '.git'), `gitdir: ${inGit('')}\n`);
  await expect(run(['status', []], other)).rejects.toMatchObject(refused);
  await rm(join(other, '.git'));
  await symlink(inGit(''), join(other, '.git'));
  await expect(run(['status', []], other)).rejects.toMatchObject(refused);
});

it('git finds no bare repository that was planted in a folder', async () => {
  const planted = join(checkout.folder, 'planted');
  await git(checkout.folder, 'init', '--quiet', '--bare', 'planted');
  await expect(run(['status', []], planted)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await rm(planted, { recursive: true });
});

it('git starts nothing in a nested repository, where plain git does', async () => {
  const nested = join(checkout.folder, 'nested');
  await git(checkout.folder, 'init', '--quiet', 'nested');
  await writeFile(join(nested, 'f.txt'), 'x');
  await git(nested, 'add', '--all');
  await git(nested, 'commit', '--quiet', '--message', 'Inner');
  await git(checkout.folder, ...quietly, 'add', 'nested');
  await git(checkout.folder, ...quietly, 'commit', '--quiet', '--message', 'Nested');
  await writeFile(join(nested, '.gitattributes'), '* filter=y\n');
  await appendFile(join(nested, '.git', 'config'), `[core]\nfsmonitor=${script}\n[filter "y"]\nclean=${script}\n`);
  await writeFile(join(nested, 'f.txt'), 'yy');
  await rm(marker, { force: true });
  await runAll();
  // Of the same size, so that git has to read it through the filter.
  await writeFile(join(nested, 'f.txt'), 'z');
  const author = { name: 'Ada', email: 'ada@example.com' };
  const commit = { organizationId: 'o1', folder: checkout.folder, message: 'All', author };
  await testGit.commitAll(commit, new AbortController().signal);
  expect(existsSync(marker)).toBe(false);
  await git(checkout.folder, 'status');
  expect(existsSync(marker)).toBe(true);
});

it('git reads no variables of this process', async () => {
  const variables = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: script,
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${script}'`,
    GIT_EXTERNAL_DIFF: script,
    GIT_SSH_COMMAND: script,
    GIT_ASKPASS: script,
    GIT_PAGER: script,
    GIT_EDITOR: script,
    GIT_PROXY_COMMAND: script,
    GIT_EXEC_PATH: checkout.root,
    GIT_DIR: '/nowhere',
    GIT_INDEX_FILE: '/nowhere',
    GIT_TRACE: marker,
    HOME: checkout.root,
  };
  await writeFile(join(checkout.root, '.gitconfig'), `[core]\nfsmonitor=${script}\n`);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    await runAll();
  } finally {
    vi.unstubAllEnvs();
  }
  expect(existsSync(marker)).toBe(false);
});

const subcommands = [
  'status',
  'diff',
  'log',
  'show',
  'blame',
  'branch',
  'checkout',
  'switch',
  'restore',
  'reset',
  'add',
  'commit',
  'pull',
  'push',
];
const options = [
  '--upload-pack=id',
  '--receive-p=id',
  '--exe=id',
  '--output=x',
  '--outp=x',
  '-Oid',
  '--no-index',
  '--contents=/etc/passwd',
  '-C/',
  '--git-dir=/x',
  '-calias.x=!id',
  '--config-env=a=b',
  '--ext-diff',
  '--textconv',
  '-F/etc/passwd',
  '--force',
  '-vu',
];

it.each(subcommands)('gitCommand %s refuses each hostile option', async (name) => {
  for (const option of options) {
    await expect(run([name, [option]])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(run([`${name} ${option}`, []])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  expect(existsSync(marker)).toBe(false);
});

it.each<Command>([
  ['push', ['origin', '+main']],
  ['push', ['origin', ':main']],
  ['push', ['ext::sh -c id']],
  ['push', ['file:///tmp/x']],
  ['pull', ['ext::sh -c id']],
  ['pull', ['origin', 'a:b']],
  ['fetch', []],
  ['clone', ['x']],
  ['-c', ['alias.x=!id']],
  ['-C', ['/']],
  ['--git-dir=/x', ['status']],
  ['--exec-path=/x', ['status']],
  ['status; id', []],
  ['status\nid', []],
  ['status\0', []],
  ['$(id)', []],
  ['git status', []],
  ['status  -s', []],
  ['status', ['-sb']],
  ['status', ['--shor']],
  ['branch', ['-D', 'x']],
  ['branch', ['--contains', '--exec=x']],
  ['branch', ['--contains=-x']],
  ['branch', ['--no-contains', '']],
  ['branch', ['--contains', 'HEAD', 'x']],
  ['branch', ['-d', '--contains', 'HEAD']],
  ['checkout', ['-f']],
  ['checkout', ['--orphan', 'x']],
  ['checkout', ['-b', '-x']],
  ['checkout', ['-b', 'a b']],
  ['checkout', ['-b', 'a..b']],
  ['checkout', ['-b', 'a\nb']],
  ['checkout', ['@{-1}']],
  ['commit', ['-mx']],
  ['commit', ['--amend']],
  ['commit', ['-a']],
  ['grep', ['-Oid', 'x']],
  ['config', ['-l']],
  ['archive', ['HEAD']],
  ['reset', ['--hard']],
  ['clean', ['-f']],
  ['rebase', ['-x', 'id']],
  ['bisect', ['run', 'id']],
  ['log', ['--all']],
  ['log', ['HEAD..--output=x']],
  ['log', ['^HEAD']],
  ['show', ['HEAD:../x']],
  ['show', ['HEAD:.git/config']],
  ['show', ['HEAD\0x']],
  ['show', [':/x']],
  ['show', ['HEAD^{/x}']],
  ['diff', ['--', '/etc/passwd']],
  ['diff', ['--', '../x']],
  ['diff', ['--', ':(top)x']],
  ['add', ['--', '.git/config']],
  ['add', ['--', '.GIT/config']],
  ['restore', ['--', '../a.txt']],
  ['constructor', []],
  ['__proto__', []],
])('gitCommand refuses %j %j', async (command, args) => {
  await expect(run([command, args])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(existsSync(marker)).toBe(false);
});

it.each<Command>([
  ['status', []],
  ['status --short', []],
  ['status', ['--porcelain=v2', '--branch']],
  ['status', ['--long']],
  ['diff', []],
  ['diff', ['--staged']],
  ['diff', ['--cached', '--stat']],
  ['diff', ['HEAD']],
  ['diff', ['HEAD', 'HEAD']],
  ['diff', ['HEAD..HEAD']],
  ['diff', ['HEAD...HEAD', '--name-only']],
  ['diff', ['--unified=0', '--', 'a.txt']],
  ['diff', ['--', './a.txt', 'none/']],
  ['log', []],
  ['log', ['--oneline', '-n', '3']],
  ['log', ['--max-count=1', '--skip=0', '--since=2 weeks ago']],
  ['log', ['--author=Ada (.*)[', 'HEAD', '--', 'a.txt']],
  ['show', []],
  ['show', ['HEAD', '--stat']],
  ['show', ['HEAD:a.txt']],
  ['show', ['HEAD^{commit}']],
  ['blame', ['a.txt']],
  ['blame', ['-L', '1,1', '--', 'a.txt']],
  ['blame', ['HEAD', 'a.txt']],
  ['branch', []],
  ['branch', ['--list', '--all']],
  ['branch', ['--contains', 'HEAD']],
  ['branch', ['--all', '--no-contains=HEAD']],
  ['branch', ['fix/größe-1']],
  ['branch', ['-d', 'fix/größe-1']],
  ['add', ['.']],
  ['add', ['a.txt']],
  ['reset', ['--', 'a.txt']],
  ['restore', ['--staged', 'a.txt']],
  ['restore', ['--source=HEAD', 'a.txt']],
  ['commit', ['-m', 'Use "quotes" $(id) `id`; and --output=x']],
])('gitCommand accepts %j %j', async (command, args) => {
  await run([command, args]);
  expect(existsSync(marker)).toBe(false);
});
