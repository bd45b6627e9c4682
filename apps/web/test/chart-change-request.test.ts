import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '@shipmate/domain';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { ChangeRequestView, PushJobResponse, WorkspaceSourceResponse } from '@shipmate/protocol/web/repositories';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createBareRepository, git, sendJson, startGitServer, startTestServer } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb } from './start-web.ts';

/** A pull request as Gitea sends it: https://docs.gitea.com/api/. */
interface Pull {
  readonly number: number;
  readonly html_url: string;
  readonly title: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly head: { readonly ref: string; readonly repo: { readonly id: number } };
  readonly base: { readonly ref: string; readonly repo: { readonly id: number } };
}

/** Starts a stand-in for the API of a Gitea host with one repository, which records the requests that change something. */
async function startGitea(path: string) {
  const pulls: Pull[] = [];
  const asked: (readonly [authorization: string | undefined, body: unknown])[] = [];
  const server = await startTestServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://local');
    if (pathname === `/api/v1/repos/${path}`) return sendJson(response, { default_branch: 'main' });
    if (pathname !== `/api/v1/repos/${path}/pulls`) return sendJson(response, {}, 404);
    if (request.method === 'GET') return sendJson(response, pulls);
    void create(request).then((pull) => sendJson(response, pull, 201));
  });
  async function create(request: IncomingMessage): Promise<Pull> {
    const body = JSON.parse(await text(request)) as { head: string; base: string; title: string };
    asked.push([request.headers.authorization, body]);
    const repo = { id: 1 };
    const pull = {
      number: 7,
      html_url: `https://git.example/${path}/pulls/7`,
      title: body.title,
      state: 'open',
      merged_at: null,
      head: { ref: body.head, repo },
      base: { ref: body.base, repo },
    };
    pulls.push(pull);
    return pull;
  }
  return { asked, ...server };
}

it('a changed chart of a workspace is pushed to its git host and proposed there as one pull request', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'shipmate-chart-request-'));
  const bare = await createBareRepository(folder.path, 'acme/shop.git');
  await using gitServer = await startGitServer(folder.path, 'a-secret-token');
  const work = join(folder.path, 'work');
  await git(folder.path, 'clone', '--quiet', bare, work);
  await mkdir(join(work, 'deploy'));
  await writeFile(join(work, 'deploy', 'Chart.yaml'), 'apiVersion: v2\nname: checkout\nversion: 1.0.0\n');
  await writeFile(join(work, 'deploy', 'values.yaml'), 'replicas: 1\n');
  await git(work, 'add', '--all');
  await git(work, 'commit', '--quiet', '--message', 'Begin');
  await git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  await using gitea = await startGitea('acme/shop');
  const remoteUrl = `${gitServer.url}/acme/shop.git`;
  await using web = await startWeb({
    repositories: { root: join(folder.path, 'clones'), roots: [] },
    toolEnvironment: {
      ALLOW_PRIVATE_NETWORKS: true,
      GIT_HOSTS: [{ host: new URL(gitServer.url).host, kind: 'gitea', base: `${gitea.url}/api/v1` }],
    },
  });
  const owner = await web.signIn();
  const { principal } = owner.tenant;
  const settings = { name: 'shop', remoteUrl, localPath: null, projectId: null, defaultBranch: null };
  const repository = { id: newId(), ...settings, token: 'a-secret-token' };
  await web.unitOfWork.transaction(({ repositories }) => repositories.add(principal, repository));

  expect((await owner.post(`/api/repositories/${repository.id}/fetch`, {})).ok).toBe(true);
  const opened = await owner.post(`/api/repositories/${repository.id}/charts`, { folder: 'deploy' });
  const { workspaceId } = await read<ImportArchiveResponse>(opened);
  const path = `/api/workspaces/${workspaceId}`;
  const source = async () => (await read<WorkspaceSourceResponse>(await owner.fetch(`${path}/source`))).source;
  expect(await source()).toMatchObject({ canPropose: true, pushed: null });
  const propose = () => owner.post(`${path}/change-request`, { title: 'Scale checkout' });
  expect(await readError(await propose())).toEqual([409, 'CONFLICT']);

  const { files, workspace } = await read<WorkspaceResponse>(await owner.fetch(path));
  const { version } = files.find((file) => file.path === 'values.yaml') ?? { version: '' };
  await owner.send('PUT', `${path}/files`, { path: 'values.yaml', content: 'replicas: 3\n', version });
  await owner.post(`${path}/changes/accept`, { revisionNumber: workspace.currentRevisionNumber });
  const { branch } = await read<PushJobResponse>(await owner.post(`${path}/push-back`, { message: 'Scale checkout' }));
  expect(await git(bare, 'show', `${branch}:deploy/values.yaml`)).toBe('replicas: 3\n');

  const proposed = await propose();
  expect(proposed.status).toBe(201);
  const view = await read<ChangeRequestView>(proposed);
  expect(view).toMatchObject({ number: 7, url: 'https://git.example/acme/shop/pulls/7', state: 'open' });
  expect(await read(await propose())).toEqual(view);
  expect(gitea.asked).toEqual([
    ['token a-secret-token', expect.objectContaining({ head: branch, base: 'main', title: 'Scale checkout' })],
  ]);
});
