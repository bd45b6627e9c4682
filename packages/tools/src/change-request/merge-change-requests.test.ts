import { expect, it } from 'vitest';
import { type Answers, startGitHost } from '../../test/support/start-git-host.ts';

const { signal } = new AbortController();
const head = 'a'.repeat(40);
const commit = 'b'.repeat(40);
const url = 'https://git.example/acme/shop/pulls/7';
const order = { number: 7, head, base: 'main', method: 'merge' } as const;
const open = { number: 7, url, title: 'Fix sums', state: 'open', base: 'main', head, merge: null } as const;
const merged = { ...open, state: 'merged', merge: { head, commit, by: 'ada' } } as const;

const pull = {
  number: 7,
  html_url: url,
  title: 'Fix sums',
  state: 'open',
  merged_at: null,
  // GitHub's commit of a test merge.
  merge_commit_sha: 'c'.repeat(40),
  merged_by: null,
  head: { ref: 'shipmate/fix', sha: head, repo: { id: 1 } },
  base: { ref: 'main', repo: { id: 1 } },
};
const mergedPull = {
  ...pull,
  state: 'closed',
  merged_at: '2026-11-24T10:00:00Z',
  merge_commit_sha: commit,
  merged_by: { login: 'ada' },
};
const mergeRequest = {
  iid: 7,
  web_url: url,
  title: 'Fix sums',
  state: 'opened',
  source_project_id: 1,
  target_project_id: 1,
  target_branch: 'main',
  sha: head,
  merge_commit_sha: null,
  squash_commit_sha: null,
  merge_user: null,
  detailed_merge_status: 'mergeable',
};
const mergedRequest = {
  ...mergeRequest,
  state: 'merged',
  merge_commit_sha: commit,
  merge_user: { username: 'ada' },
  detailed_merge_status: 'not_open',
};

const project = '/api/v4/projects/acme%2Fshop';

const hosts = [
  {
    // https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request: 405 if it cannot be merged, 409 if `sha` is not its head. Settings of
    // the methods: https://docs.github.com/en/rest/repos/repos#get-a-repository
    kind: 'github',
    repository: 'GET /api/v3/repos/acme/shop',
    settings: { allow_merge_commit: true, allow_squash_merge: true, allow_rebase_merge: false },
    methods: ['merge', 'squash'],
    squashOnly: { allow_merge_commit: false, allow_squash_merge: true, allow_rebase_merge: false },
    read: 'GET /api/v3/repos/acme/shop/pulls/7',
    merge: 'PUT /api/v3/repos/acme/shop/pulls/7/merge',
    body: { sha: head, merge_method: 'merge' },
    squash: { sha: head, merge_method: 'squash' },
    answer: [200, { sha: commit, merged: true, message: 'Pull Request successfully merged' }],
    refusal: [405, { message: 'Required status check "ci" is expected.' }],
    status: '',
    moved: [409, { message: 'Head branch was modified. Review and try the merge again.' }],
    forbidden: 403,
    open: pull,
    blocked: pull,
    merged: mergedPull,
    closed: { ...pull, state: 'closed' },
    with: (sha: string, ref: string) => ({ ...pull, head: { ...pull.head, sha }, base: { ...pull.base, ref } }),
  },
  {
    // https://docs.gitlab.com/api/merge_requests/#merge-a-merge-request (401 without the right to merge, 405 and 422 if it cannot be merged, 409 if
    // `sha` is not its head), …/#merge-status; `merge_method` and `squash_option`: https://docs.gitlab.com/api/projects/. lib/api/merge_requests.rb of
    // gitlabhq/gitlabhq stores `squash` only if it is true.
    kind: 'gitlab',
    repository: `GET ${project}`,
    settings: { merge_method: 'merge', squash_option: 'default_off' },
    methods: ['merge', 'squash'],
    squashOnly: { merge_method: 'merge', squash_option: 'always' },
    read: `GET ${project}/merge_requests/7`,
    merge: `PUT ${project}/merge_requests/7/merge`,
    body: { sha: head, squash: false },
    squash: { sha: head, squash: true },
    answer: [200, mergedRequest],
    refusal: [405, { message: '405 Method Not Allowed' }],
    status: ' Its merge status is "not_approved".',
    moved: [409, { message: 'SHA does not match HEAD of source branch' }],
    forbidden: 401,
    open: mergeRequest,
    blocked: { ...mergeRequest, detailed_merge_status: 'not_approved' },
    merged: mergedRequest,
    closed: { ...mergeRequest, state: 'closed' },
    with: (sha: string, ref: string) => ({ ...mergeRequest, sha, target_branch: ref }),
  },
  {
    // https://docs.gitea.com/api/ (repoMergePullRequest, MergePullRequestOption); MergePullRequest in routers/api/v1/repo/pull.go of go-gitea/gitea:
    // 200 without a body, 405 with a reason, 409 for conflicts and for another `head_commit_id`. `allow_*` of a repository: modules/structs/repo.go.
    kind: 'gitea',
    repository: 'GET /api/v1/repos/acme/shop',
    settings: { allow_merge_commits: true, allow_squash_merge: true, allow_rebase: false },
    methods: ['merge', 'squash'],
    squashOnly: { allow_merge_commits: false, allow_squash_merge: true, allow_rebase: false },
    read: 'GET /api/v1/repos/acme/shop/pulls/7',
    merge: 'POST /api/v1/repos/acme/shop/pulls/7/merge',
    body: { Do: 'merge', head_commit_id: head },
    squash: { Do: 'squash', head_commit_id: head },
    answer: [200, undefined],
    refusal: [405, { message: 'Does not have enough approvals' }],
    status: '',
    moved: [409, { message: 'head out of date' }],
    forbidden: 403,
    open: pull,
    blocked: pull,
    merged: mergedPull,
    closed: { ...pull, state: 'closed' },
    with: (sha: string, ref: string) => ({ ...pull, head: { ...pull.head, sha }, base: { ...pull.base, ref } }),
  },
] as const;

type Host = (typeof hosts)[number];

/** Starts a host with a request that can be merged, which the call to merge then has merged. */
function start(host: Host, answers: Answers = {}, state: unknown = host.merged) {
  return startGitHost(
    host.kind,
    {
      [host.repository]: [200, host.settings],
      [host.read]: [200, host.open],
      [`PUT ${project}/merge_requests/7`]: [200, host.open],
      [host.merge]: host.answer,
      ...answers,
    },
    { [host.merge]: { [host.read]: [200, state] } },
  );
}

it.each(hosts)('merge merges a request at the reviewed commit on $kind, and again returns the merge', async (host) => {
  const { port, received, repository } = await start(host);
  expect(await port.listMergeMethods(repository, signal)).toEqual(host.methods);
  expect(await port.merge(repository, order, signal)).toMatchObject({ ...merged, wasMerged: false });
  expect(await port.merge(repository, order, signal)).toMatchObject({ ...merged, wasMerged: true });
  const calls = received.filter(({ call }) => call === host.merge);
  expect(calls).toMatchObject([{ authorization: expect.stringContaining('a-secret-token'), body: host.body }]);
});

it.each(hosts)('merge squashes on $kind when that is asked, or all that the host allows', async (host) => {
  const { port, received, repository } = await start(host, { [host.repository]: [200, host.squashOnly] });
  expect(await port.listMergeMethods(repository, signal)).toEqual(['squash']);
  await expect(port.merge(repository, order, signal)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('does not allow the method "merge" here. Choose squash.'),
  });
  expect(await port.merge(repository, { ...order, method: 'squash' }, signal)).toMatchObject({ state: 'merged' });
  expect(received.filter(({ call }) => !call.startsWith('GET'))).toMatchObject([{ body: host.squash }]);
});

it.each(hosts)(
  'merge on $kind refuses a moved branch, another base and a closed request before it asks',
  async (host) => {
    for (const [state, message] of [
      [
        host.with('d'.repeat(40), 'main'),
        `has moved since the review: its newest commit is ${'d'.repeat(40)}, the reviewed one ${head}`,
      ],
      [host.with(head, 'release'), 'now goes into "release", not "main"'],
      [host.closed, 'Request 7 is closed'],
    ] as const) {
      const { port, received, repository } = await start(host, { [host.read]: [200, state] });
      const refused = port.merge(repository, order, signal);
      await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(message) });
      expect(received.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
    }
  },
);

it.each(hosts)('merge on $kind returns the reason of a host that refuses', async (host) => {
  for (const [answer, reason] of [
    [host.refusal, host.refusal[1].message.replace(/\.?$/u, '.')],
    [[422, { message: 'Branch cannot be merged' }], 'Branch cannot be merged.'],
    [[406, { message: 'Branch cannot be merged' }], 'Branch cannot be merged.'],
    [host.moved, host.moved[1].message.replace(/\.?$/u, '.')],
  ] as const) {
    const { port, host: name, repository } = await start(host, { [host.merge]: answer }, host.blocked);
    await expect(port.merge(repository, order, signal)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${name} refuses the request: ${reason}${host.status} Resolve this there, then merge again.`,
    });
  }
  const { port, repository } = await start(host, { [host.merge]: [host.forbidden, { message: 'No' }] }, host.open);
  await expect(port.merge(repository, order, signal)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('merge pull requests'),
  });
});

it.each(hosts)(
  'merge on $kind reports the state that it reads when the answer is lost or is too early',
  async (host) => {
    const lost = await start(host, { [host.merge]: [502, {}] });
    expect(await lost.port.merge(lost.repository, order, signal)).toMatchObject({ ...merged, wasMerged: true });
    const failed = await start(host, { [host.merge]: [502, {}] }, host.open);
    await expect(failed.port.merge(failed.repository, order, signal)).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
    });
    const early = await start(host, {}, host.open);
    await expect(early.port.merge(early.repository, order, signal)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('still reports request 7 as open'),
    });
  },
);

it.each([
  ['ff', 'default_on', ['rebase', 'squash']],
  ['rebase_merge', 'never', ['merge']],
  ['merge', undefined, ['merge', 'squash']],
])('listMergeMethods of a GitLab project with %s and squash %s is %j', async (method, squash, methods) => {
  const [, gitlab] = hosts;
  const settings = { merge_method: method, squash_option: squash };
  const { port, repository } = await start(gitlab, { [gitlab.repository]: [200, settings] });
  expect(await port.listMergeMethods(repository, signal)).toEqual(methods);
});

it('merge takes a squash of a GitLab request back when a merge commit is asked', async () => {
  const [, gitlab] = hosts;
  const { port, received, repository } = await start(gitlab);
  await port.merge(repository, order, signal);
  const changes = received.filter(({ call }) => call.startsWith('PUT'));
  expect(changes.map(({ call, body }) => [call, body])).toEqual([
    [`PUT ${project}/merge_requests/7`, { squash: false }],
    [gitlab.merge, gitlab.body],
  ]);
});

it('read reports a GitLab request as open while it is merged, and its head as the commit of a fast-forward', async () => {
  const [, gitlab] = hosts;
  const locked = await start(gitlab, { [gitlab.read]: [200, { ...gitlab.open, state: 'locked' }] });
  expect(await locked.port.read(locked.repository, 7, signal)).toMatchObject(open);
  const forwarded = await start(gitlab, { [gitlab.read]: [200, { ...gitlab.merged, merge_commit_sha: null }] });
  expect(await forwarded.port.read(forwarded.repository, 7, signal)).toMatchObject({ merge: { head, commit: head } });
});
