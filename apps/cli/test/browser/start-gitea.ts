import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { git, sendJson, startTestServer } from '@shipmate/tools/testing';

/** The repository of a stand-in, and a folder for its clone. */
interface GiteaRepository {
  /** `owner/name` */
  readonly path: string;
  /** The folder of the bare repository. */
  readonly bare: string;
  readonly folder: string;
  /** The comments of a reviewer on its requests. */
  readonly comments?: readonly string[];
}

/**
 * Starts a stand-in for the API of a Gitea host with one repository, whose merges are made by git: https://docs.gitea.com/api/ and MergePullRequest in
 * routers/api/v1/repo/pull.go of go-gitea/gitea. `merges` decides on each merge, by a promise of the reason to refuse it.
 */
export async function startGitea(
  { path, bare, folder, comments = [] }: GiteaRepository,
  merges: Promise<string | undefined>[],
) {
  const asked: { readonly Do: string; readonly head_commit_id: string }[] = [];
  let pull: { readonly head: string; readonly base: string; readonly title: string } | undefined;
  let merged: string | undefined;
  const work = join(folder, 'merge');
  const headOf = async (branch: string) => (await git(bare, 'rev-parse', branch)).trim();
  async function show() {
    if (pull === undefined) return undefined;
    const repo = { id: 1 };
    return {
      number: 7,
      html_url: `https://git.example/${path}/pulls/7`,
      title: pull.title,
      state: merged === undefined ? 'open' : 'closed',
      merged_at: merged === undefined ? null : '2026-11-24T10:00:00Z',
      merge_commit_sha: merged ?? null,
      merged_by: merged === undefined ? null : { login: 'ada' },
      head: { ref: pull.head, sha: await headOf(pull.head), repo },
      base: { ref: pull.base, repo },
    };
  }
  async function merge(body: string): Promise<string | undefined> {
    const order = JSON.parse(body) as (typeof asked)[number];
    asked.push(order);
    const reason = await merges.shift();
    if (reason !== undefined || pull === undefined) return reason ?? 'Not found';
    if ((await headOf(pull.head)) !== order.head_commit_id) return 'head out of date';
    await git(folder, 'clone', '--quiet', '--branch', pull.base, bare, work);
    await git(work, 'merge', '--quiet', ...(order.Do === 'squash' ? ['--squash'] : ['--no-ff']), `origin/${pull.head}`);
    if (order.Do === 'squash') await git(work, 'commit', '--quiet', '--message', pull.title);
    await git(work, 'push', '--quiet', 'origin', pull.base);
    merged = await headOf(pull.base);
    return undefined;
  }
  const server = await startTestServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://local');
    void text(request).then(async (body) => {
      const call = `${request.method} ${pathname.replace(`/api/v1/repos/${path}`, '')}`;
      if (call === 'GET ') sendJson(response, { default_branch: 'main', allow_rebase: false });
      else if (call === 'GET /pulls')
        sendJson(
          response,
          [await show()].filter((each) => each !== undefined),
        );
      else if (call === 'GET /pulls/7') sendJson(response, await show());
      else if (call === 'POST /pulls') {
        pull = JSON.parse(body);
        sendJson(response, await show(), 201);
      } else if (call === 'GET /pulls/7/reviews') sendJson(response, []);
      else if (call === 'GET /issues/7/comments')
        sendJson(
          response,
          comments.map((comment) => ({ body: comment, user: { login: 'ada' }, created_at: '2026-11-24T10:00:00Z' })),
        );
      else if (call === 'POST /pulls/7/merge') {
        const message = await merge(body);
        if (message === undefined) response.writeHead(200).end();
        else sendJson(response, { message }, 405);
      } else sendJson(response, {}, 404);
    });
  });
  return { ...server, asked };
}
