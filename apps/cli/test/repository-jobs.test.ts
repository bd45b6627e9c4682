import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobStepsResponse, RepositoryJobView, RepositoryListResponse } from '@shipmate/protocol/web/repositories';
import { commitTestFiles, createBareRepository, git, startGitServer } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGitea } from './browser/start-gitea.ts';
import { runInTerminal } from './pseudo-terminal.ts';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from './shipmate.ts';

/** Shipmate runs git. */
const PATH = '/usr/local/bin:/usr/bin:/bin';

const stack = new AsyncDisposableStack();
const comments = ['Replace "Welcome" with "Hi" in README.md'];
/** The reasons with which the host refuses a merge. */
const merges = [Promise.resolve('Does not have enough approvals')];
let bare: string;
let source: string;
let address: string;
let added: Awaited<ReturnType<typeof runShipmate>>;
let running: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { path } = stack.use(await createDataDirectory());
  bare = await createBareRepository(path, 'acme/shop.git');
  source = join(path, 'source');
  const files = { 'README.md': '# Shop\n\nHello\n', 'notes.txt': 'a note\n' };
  await commitTestFiles(source, files);
  await git(source, 'push', '--quiet', bare, 'HEAD:main');
  const server = stack.use(await startGitServer(path, 'a-secret-token'));
  const gitea = stack.use(await startGitea({ path: 'acme/shop', bare, folder: path, comments }, merges));
  address = `${server.url}/acme/shop.git`;

  const dataDir = ['--data-dir', path];
  await runShipmate(['migrate', '--seed', ...dataDir]);
  await writeFile(join(path, 'token'), 'a-secret-token\n');
  const variables = {
    PATH,
    ALLOW_PRIVATE_NETWORKS: 'true',
    GIT_HOSTS: `${new URL(address).host}=gitea=${gitea.url}/api/v1`,
  };
  const withToken = ['--token-file', join(path, 'token'), ...dataDir];
  added = await runShipmate(['repositories', 'add', address, ...withToken], variables);
  const scope = 'read,chart:write,runs:write,code:write,push_branches,decide_approvals';
  const token = await runShipmate(['token', 'create', '--name', 'cli', '--scope', scope, ...dataDir]);
  const { webUrl } = await readAddresses(stack.use(shipmate(['up', ...dataDir], variables)));
  running = { SHIPMATE_URL: webUrl, SHIPMATE_TOKEN: token.stdout.trim() };
});
afterAll(() => stack.disposeAsync());

const jobs = (...args: readonly string[]) => runShipmate(['repository-jobs', ...args], running);

/** Starts a job without reading it, and returns its id. */
async function start(...args: readonly string[]): Promise<string> {
  return (await jobs('start', '--detach', ...args)).stdout.trim();
}

async function readJob(id: string): Promise<RepositoryJobView> {
  return JSON.parse((await jobs('show', id, '--json')).stdout) as RepositoryJobView;
}

it('shipmate repositories adds a repository, lists it, and names one that cannot be added', async () => {
  expect(added).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^Added shop \(\S+\)\.\n$/), stderr: '' });
  const listed = await runShipmate(['repositories', 'list'], running);
  expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(listed.stdout).toMatch(/^ {2}shop {2}default branch {2}\S+ {2}http:\S+\/acme\/shop\.git\n$/);
  const json = await runShipmate(['repositories', 'list', '--json'], running);
  const { repositories } = JSON.parse(json.stdout) as RepositoryListResponse;
  expect(repositories).toMatchObject([{ name: 'shop', remoteUrl: address, hasToken: true }]);
  const refused = await runShipmate(['repositories', 'add', address], running);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain(`Cannot add "${address}" as --name "shop". Sign in with a browser`);
  const unreadable = await runShipmate(['repositories', 'add', address, '--token-file', 'gone'], running);
  expect(unreadable).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('--token-file: cannot read "gone"'),
  });
});

it('shipmate repository-jobs starts a job, prints its patch, pushes one commit and opens a request', async () => {
  const prompt = 'Replace "Hello" with "Welcome" in README.md';
  const started = await jobs('start', '--repository', address, '--branch', 'main', prompt);
  expect(started.exitCode).toBe(0);
  expect(started.stdout).toMatch(/^Replaced line 3 of README\.md.*\n\nCommitted /);
  expect(started.stdout).toMatch(/^ {2}State +Completed$/m);
  expect(started.stdout).toMatch(/^ {2}Base +main at \w{12}$/m);
  expect(started.stdout).toMatch(/^1 changed file\n {2}modified {2}\+1 -1 {2}README\.md$/m);
  const [, id = ''] = /^ {2}Job +(\S+)$/m.exec(started.stdout) ?? [];
  expect(started.stdout).toMatch(new RegExp(`^ {2}Page +http\\S+/repositories/jobs/${id}$`, 'm'));
  expect(started.stderr).toContain(`shipmate repository-jobs push ${id}`);
  const listed = await jobs('list', '--repository', 'shop');
  expect(listed.stdout).toMatch(new RegExp(`^ {2}${id} {2}Completed .* 1 changed file `, 'm'));

  const diff = await jobs('diff', id);
  expect(diff).toMatchObject({ exitCode: 0, stderr: '' });
  const patch = join(bare, '..', `${id}.patch`);
  await writeFile(patch, diff.stdout);
  await git(source, 'apply', patch);
  expect(await readFile(join(source, 'README.md'), 'utf8')).toBe('# Shop\n\nWelcome\n');

  const unconfirmed = await jobs('push', id);
  expect(unconfirmed).toEqual({ exitCode: 3, stdout: '', stderr: 'Nobody can confirm here. Add --yes to push.\n' });
  const early = await jobs('open-request', id, '--yes');
  expect(early).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Push it first.') });
  const forbidden = await jobs('push', id, '--branch', 'main', '--yes');
  expect(forbidden).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"main" is the default branch') });
  const pushed = await jobs('push', id, '--branch', 'fix/greeting', '--squash', '--yes');
  expect(pushed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Pushed \w{12} to fix\/greeting\.\n$/) });
  expect(await git(bare, 'show', 'fix/greeting:README.md')).toBe('# Shop\n\nWelcome\n');
  expect((await readJob(id)).review).toMatchObject({ accepted: 'all', isSquashed: true });

  const request = await jobs('open-request', id, '--title', 'Greet', '--yes');
  expect(request).toMatchObject({ exitCode: 0, stderr: '' });
  expect(request.stdout).toBe('Request 7 is open: https://git.example/acme/shop/pulls/7\n');
  const shown = await jobs('show', id);
  expect(shown.stdout).toMatch(/^ {2}Outcome +Pushed as fix\/greeting\n {2}Request +7 \(open\) https:/m);
  const late = await jobs('discard', id, '--yes');
  expect(late).toMatchObject({ exitCode: 1, stdout: '', stderr: 'The job was pushed already.\n' });

  const answering = await jobs('answer-comments', id, '--json');
  expect(answering.exitCode).toBe(0);
  const { data } = JSON.parse(answering.stdout.trim().split('\n').at(-1) ?? '') as { data: RepositoryJobView };
  expect(data).toMatchObject({ baseBranch: 'fix/greeting', pushBranch: 'fix/greeting' });

  const method = await jobs('merge-request', id, '--method', 'rebase', '--yes');
  expect(method).toMatchObject({
    exitCode: 1,
    stderr: '--method: the host does not allow "rebase" here. Use merge or squash.\n',
  });
  const unasked = await jobs('merge-request', id);
  expect(unasked).toMatchObject({ exitCode: 3, stderr: 'Nobody can confirm here. Add --yes to merge the request.\n' });
  const refused = await jobs('merge-request', id, '--yes');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Does not have enough approvals') });
  await using merging = runInTerminal(['repository-jobs', 'merge-request', id, '--method', 'squash'], running);
  await merging.waitFor('of request 7 into "main", method squash?');
  merging.type('y\r');
  await merging.waitFor('Request 7 is merged: https://git.example/acme/shop/pulls/7');
  expect(await merging.exited).toBe(0);
  expect(await git(bare, 'show', 'main:README.md')).toBe('# Shop\n\nWelcome\n');
  const again = await jobs('merge-request', id, '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ number: 7, state: 'merged', wasMerged: true, merge: { by: 'ada' } });
});

it('shipmate repository-jobs continues a job, and discards it once a person confirms', async () => {
  const first = await start('create', 'one.md', 'with', '"1"');
  expect((await runShipmate(['runs', 'tail', first], running)).exitCode).toBe(0);
  const events = await jobs('continue', first, '--json', 'create two.md with "2"');
  expect(events.exitCode).toBe(0);
  const lines = events.stdout.trim().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as { event: string; data: RepositoryJobView };
  expect(last).toMatchObject({ event: 'job', data: { status: 'completed', continues: { jobId: first } } });
  expect(last.data.result?.files.map(({ path }) => path)).toEqual(['one.md', 'two.md']);

  const { id, branch } = last.data;
  await using kept = runInTerminal(['repository-jobs', 'discard', id], running);
  await kept.waitFor(`Discard branch "${branch}"?`);
  kept.type('n\r');
  expect(await kept.exited).toBe(3);
  await using discarded = runInTerminal(['repository-jobs', 'discard', id], running);
  await discarded.waitFor('[y]es, [n]o:');
  discarded.type('y\r');
  await discarded.waitFor(`Discarded ${branch}.`);
  expect(await discarded.exited).toBe(0);
  expect(await readJob(id)).toMatchObject({ outcome: 'discarded' });
  expect(await readJob(first)).toMatchObject({ outcome: 'open' });
});

it('shipmate repository-jobs lists the steps of a job, and goes back to the files before one', async () => {
  const first = await start('create', 'three.md', 'with', '"3"');
  await runShipmate(['runs', 'tail', first], running);
  const listed = await jobs('steps', first);
  expect(listed.stdout).toMatch(/^ {2}1 {2}can be undone {2}writeFile three\.md$/m);
  const { steps } = JSON.parse((await jobs('steps', first, '--json')).stdout) as JobStepsResponse;
  expect(steps[0]).toMatchObject({ turn: 0, canUndo: true });
  const undone = await jobs('undo', first, '1');
  expect(undone.exitCode).toBe(0);
  expect(undone.stdout).toMatch(/^ {2}Outcome +No changes$/m);
  const far = await jobs('undo', first, '99');
  expect(far).toMatchObject({ exitCode: 1, stdout: '' });
  const wrong = await jobs('undo', first, 'two');
  expect(wrong).toMatchObject({ exitCode: 1, stderr: '<step>: "two" is not the number of a step.\n' });
});

it('shipmate repository-jobs start asks about a call that waits for approval', async () => {
  await using terminal = runInTerminal(['repository-jobs', 'start', 'create .npmrc with "audit=false"'], running);
  await terminal.waitFor('+audit=false');
  await terminal.waitFor('Approve it once?');
  terminal.type('y\r');
  await terminal.waitFor('added  +1 -0  .npmrc');
  expect(await terminal.exited).toBe(0);
});

it('Ctrl-C ends the reading of a job, which is then stopped and discarded', async () => {
  const args = ['repository-jobs', 'start', '--json', 'create .npmrc with "fund=false"'];
  await using reading = shipmate(args, running);
  const [, id = ''] = await reading.waitFor(/"run_id":"([^"]+)"[^]*"event":"approval_required"/);
  reading.kill('SIGINT');
  expect(await reading.exited).toBe(130);
  expect(reading.output().stderr).toContain(
    `The job continues. Follow it with "shipmate runs tail ${id}", stop it with`,
  );
  await using tail = shipmate(['runs', 'tail', id, '--json'], running);
  await tail.waitFor(/"event":"approval_required"/);
  tail.kill('SIGINT');
  expect(await tail.exited).toBe(130);
  const open = await jobs('diff', id);
  expect(open).toMatchObject({ exitCode: 1, stderr: 'The job has no result yet. Wait until it has ended.\n' });
  expect((await runShipmate(['runs', 'stop', id], running)).exitCode).toBe(0);
  await runShipmate(['runs', 'tail', id], running);
  expect(await readJob(id)).toMatchObject({ status: 'cancelled' });
  expect(await jobs('discard', id, '--yes')).toMatchObject({ exitCode: 0 });
});

it('shipmate repository-jobs start exits with 1 for a job that fails, as runs tail does with and without JSON', async () => {
  const failed = await jobs('start', '--branch', 'gone', 'create a.md with "a"');
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain('The repository has no branch "gone". Name one of its branches.');
  expect(failed.stdout).toMatch(/^ {2}State +Failed$/m);
  const [, id = ''] = /^ {2}Job +(\S+)$/m.exec(failed.stdout) ?? [];
  expect((await jobs('show', id)).stdout).toContain('The repository has no branch "gone".');
  expect((await runShipmate(['runs', 'tail', id], running)).exitCode).toBe(1);
  expect((await runShipmate(['runs', 'tail', id, '--json'], running)).exitCode).toBe(1);
});

it.each([
  [['show', 'gone'], 'Job "gone" not found. "shipmate repository-jobs list" prints your jobs with their ids.'],
  [['continue', 'gone', 'more'], 'Job "gone" not found.'],
  [['list', '--before', 'gone'], '--before: job "gone" not found.'],
  [['start', '--repository', 'gone', 'x'], 'Repository "gone" not found. Use one of: "shop".'],
  [['start', '--model', 'gone', 'x'], '"gone" is a model of no provider'],
])('shipmate repository-jobs %j names the wrong argument', async (args, named) => {
  const failed = await jobs(...args);
  expect(failed).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(named) });
});

it('shipmate repository-jobs executes jobs in its own process, where Ctrl-C ends the reading, too', async () => {
  await using folder = await createDataDirectory();
  const code = join(folder.path, 'code');
  await mkdir(code);
  await git(code, 'clone', '--quiet', bare, 'shop');
  const variables = { PATH, REPOSITORY_ROOTS: code, SHIPMATE_DATA_DIR: folder.path };
  const outside = await runShipmate(['repositories', 'add', folder.path, '--name', 'other'], variables);
  expect(outside.stderr).toContain(`Cannot add "${folder.path}" as --name "other". The folder must be under one of`);
  await runShipmate(['repositories', 'add', join(code, 'shop')], variables);
  const started = await runShipmate(['repository-jobs', 'start', 'create one.md with "1"'], variables);
  expect(started).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^ {2}added {2}\+1 -0 {2}one\.md$/m) });

  const waiting = await runShipmate(['repository-jobs', 'start', 'create .npmrc with "fund=false"'], variables);
  expect(waiting).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('A person has to decide about the call'),
  });
  const [, id = ''] = /^Job (\S+)$/m.exec(waiting.stderr) ?? [];
  await using tail = shipmate(['runs', 'tail', id, '--json'], variables);
  await tail.waitFor(/"event":"approval_required"/);
  tail.kill('SIGINT');
  expect(await tail.exited).toBe(130);
});
