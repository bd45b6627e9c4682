import { expect, it, onTestFinished } from 'vitest';
import { type Answers, startGitHost } from '../../test/support/start-git-host.ts';
import { changeRequestEnvironmentSchema, createChangeRequests } from './create-change-requests.ts';

const { signal } = new AbortController();

const pull = {
  number: 7,
  html_url: 'https://git.example/acme/shop/pulls/7',
  title: 'Fix sums',
  state: 'open',
  merged_at: null,
  head: { ref: 'shipmate/fix', sha: 'a'.repeat(40), repo: { id: 1 } },
  base: { ref: 'main', repo: { id: 1 } },
};
const opened = {
  number: 7,
  url: pull.html_url,
  title: 'Fix sums',
  state: 'open',
  base: 'main',
  head: 'a'.repeat(40),
  merge: null,
};
const merged = { head: opened.head, commit: 'b'.repeat(40), by: 'ada' };
const request = { branch: 'shipmate/fix', title: 'Fix sums', body: 'Adds.' };
const user = { login: 'ada' };
const at = (minute: number) => `2026-11-24T10:0${minute}:00Z`;
const comment = (minute: number, more: object = {}) => ({
  user,
  body: `Comment ${minute}`,
  created_at: at(minute),
  ...more,
});
const read = (minute: number, path: string | null = null, line: number | null = null) => ({
  author: 'ada',
  body: `Comment ${minute}`,
  path,
  line,
  createdAt: at(minute),
});

// Paths, parameters and fields: https://docs.github.com/en/rest/pulls/pulls, …/pulls/comments, …/pulls/reviews, …/issues/comments. `head` filters by
// `user:ref-name`; `line` belongs to the old file when `side` is LEFT; own drafts are reviews with the state PENDING and no `submitted_at`.
const githubFind = 'GET /api/v3/repos/acme/shop/pulls?state=open&head=acme%3Ashipmate%2Ffix&base=main';
const githubCreate = 'POST /api/v3/repos/acme/shop/pulls';
// https://docs.gitlab.com/api/merge_requests/, https://docs.gitlab.com/api/discussions/#merge-requests (doc/api/discussions.md of gitlabhq/gitlabhq: a
// comment on a removed line has `old_line` only; `resolved` of resolvable notes). A second open request is refused with status 409.
const project = '/api/v4/projects/acme%2Fshop';
const gitlabFind = `GET ${project}/merge_requests?state=opened&source_branch=shipmate%2Ffix&target_branch=main`;
const gitlabCreate = `POST ${project}/merge_requests`;
const merge = {
  iid: 7,
  web_url: pull.html_url,
  title: 'Fix sums',
  state: 'opened',
  source_project_id: 1,
  target_project_id: 1,
  target_branch: 'main',
  sha: 'a'.repeat(40),
};
/** A request of a fork, whose owner can name a branch as they like. */
const forked = { ...pull, number: 6, head: { ...pull.head, repo: { id: 2 } } };
// https://docs.gitea.com/api/ (repoListPullRequests, repoCreatePullRequest, repoListPullReviews, repoGetPullReviewComments);
// modules/structs/pull_review.go and services/convert/pull_review.go of go-gitea/gitea: `position` is 0 for a comment on a line of the old file.
const giteaFind = 'GET /api/v1/repos/acme/shop/pulls?state=open&limit=50&page=1';
const giteaCreate = 'POST /api/v1/repos/acme/shop/pulls';

const hosts = [
  {
    kind: 'github',
    authorization: 'Bearer a-secret-token',
    branch: 'GET /api/v3/repos/acme/shop',
    find: githubFind,
    create: githubCreate,
    // GitHub ignores a filter that it does not understand.
    none: [
      { ...pull, head: { ref: 'other', repo: { id: 1 } } },
      forked,
      { ...forked, head: { ...pull.head, repo: null } },
    ],
    found: [pull],
    made: [201, pull],
    exists: [422, { message: 'Validation Failed', errors: [{ message: 'A pull request already exists for acme.' }] }],
    body: { title: 'Fix sums', head: 'shipmate/fix', base: 'main', body: 'Adds.' },
    read: 'GET /api/v3/repos/acme/shop/pulls/7',
    merged: { ...pull, state: 'closed', merged_at: at(9), merge_commit_sha: merged.commit, merged_by: user },
    comments: {
      'GET /api/v3/repos/acme/shop/pulls/7/comments?per_page=100': [
        200,
        [
          comment(2, { path: 'src/add.ts', line: 3, side: 'RIGHT' }),
          comment(4, { path: 'src/add.ts', line: 8, side: 'LEFT' }),
          comment(5, { path: 'src/add.ts', line: null, side: 'RIGHT' }),
        ],
      ],
      'GET /api/v3/repos/acme/shop/pulls/7/reviews?per_page=100': [
        200,
        [
          { user, body: '', state: 'APPROVED', submitted_at: at(1) },
          { user, body: 'Comment 3', state: 'CHANGES_REQUESTED', submitted_at: at(3) },
          { user, body: 'A draft', state: 'PENDING' },
        ],
      ],
      'GET /api/v3/repos/acme/shop/issues/7/comments?per_page=100': [200, [comment(1)]],
    },
  },
  {
    kind: 'gitlab',
    authorization: 'Bearer a-secret-token',
    branch: `GET ${project}`,
    find: gitlabFind,
    create: gitlabCreate,
    none: [{ ...merge, iid: 6, source_project_id: 2 }],
    found: [merge],
    made: [201, merge],
    exists: [409, { message: ['Another open merge request already exists for this source branch: !7'] }],
    body: { title: 'Fix sums', source_branch: 'shipmate/fix', target_branch: 'main', description: 'Adds.' },
    read: `GET ${project}/merge_requests/7`,
    merged: { ...merge, state: 'merged', merge_commit_sha: merged.commit, merge_user: { username: 'ada' } },
    comments: {
      [`GET ${project}/merge_requests/7/discussions?per_page=100`]: [
        200,
        [
          { notes: [{ author: { username: 'ada' }, body: 'Comment 1', system: false, created_at: at(1) }] },
          { notes: [{ author: { username: 'ada' }, body: 'added 1 commit', system: true, created_at: at(1) }] },
          {
            notes: [
              [2, { new_path: 'src/add.ts', new_line: 3 }, false],
              [3, null, false],
              [4, { new_path: 'src/add.ts', new_line: null }, false],
              [5, { new_path: 'src/add.ts', old_line: 2 }, false],
              [6, { new_path: 'src/add.ts', new_line: 9 }, true],
            ].map(([minute, position, resolved]) => ({
              author: { username: 'ada' },
              body: `Comment ${Number(minute)}`,
              system: false,
              resolved,
              created_at: at(Number(minute)),
              position,
            })),
          },
        ],
      ],
    },
  },
  {
    kind: 'gitea',
    authorization: 'token a-secret-token',
    branch: 'GET /api/v1/repos/acme/shop',
    find: giteaFind,
    create: giteaCreate,
    none: [{ ...pull, base: { ref: 'next', repo: { id: 1 } } }, forked],
    found: [pull],
    made: [201, pull],
    exists: [409, { message: 'pull request already exists for these targets' }],
    body: { title: 'Fix sums', head: 'shipmate/fix', base: 'main', body: 'Adds.' },
    read: 'GET /api/v1/repos/acme/shop/pulls/7',
    merged: { ...pull, state: 'closed', merged_at: at(9), merge_commit_sha: merged.commit, merged_by: user },
    comments: {
      'GET /api/v1/repos/acme/shop/pulls/7/reviews?limit=50': [
        200,
        [
          { id: 1, user, body: 'Comment 3', state: 'REQUEST_CHANGES', submitted_at: at(3) },
          { id: 2, user, body: 'A draft', state: 'PENDING', submitted_at: at(3) },
        ],
      ],
      'GET /api/v1/repos/acme/shop/pulls/7/reviews/1/comments': [
        200,
        [
          comment(2, { path: 'src/add.ts', position: 3, resolver: null }),
          comment(4, { path: 'src/add.ts', position: 0, original_position: 8, resolver: null }),
          comment(5, { path: 'src/add.ts', position: 0, resolver: null }),
          comment(6, { path: 'src/add.ts', position: 9, resolver: user }),
        ],
      ],
      'GET /api/v1/repos/acme/shop/issues/7/comments': [200, [comment(1)]],
    },
  },
] as const;

it.each(hosts)('open creates a request to the default branch on $kind, and finds the open one', async (host) => {
  const answers: Answers = {
    [host.branch]: [200, { default_branch: 'main' }],
    [host.find]: [200, host.none],
    [host.create]: host.made,
  };
  const { port, received, repository } = await startGitHost(host.kind, answers, {
    [host.create]: { [host.find]: [200, host.found] },
  });
  expect(await port.open(repository, request, signal)).toEqual(opened);
  expect(received.at(-1)).toEqual({ call: host.create, authorization: host.authorization, body: host.body });
  expect(await port.open(repository, { ...request, base: 'main' }, signal)).toEqual(opened);
  expect(received.filter(({ call }) => call === host.create)).toHaveLength(1);
});

it.each(hosts)('open returns the request that another call opened on $kind in between', async (host) => {
  const answers: Answers = { [host.find]: [200, host.none], [host.create]: host.exists };
  const found = { [host.create]: { [host.find]: [200, host.found] as const } };
  const { port, repository } = await startGitHost(host.kind, answers, found);
  expect(await port.open(repository, { ...request, base: 'main' }, signal)).toEqual(opened);
  const refusing = await startGitHost(host.kind, answers);
  const refused = refusing.port.open(refusing.repository, { ...request, base: 'main' }, signal);
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('already exists') });
});

it.each(hosts)('read and listComments tell the state and the unresolved comments on $kind', async (host) => {
  const { port, repository } = await startGitHost(host.kind, { [host.read]: [200, host.merged], ...host.comments });
  expect(await port.read(repository, 7, signal)).toEqual({ ...opened, state: 'merged', merge: merged });
  expect(await port.listComments(repository, 7, signal)).toEqual([
    read(1),
    read(2, 'src/add.ts', 3),
    read(3),
    read(4, 'src/add.ts'),
    read(5, 'src/add.ts'),
  ]);
});

/** The pages of 130 comments by their call; a host lists the oldest first. */
function toPages(call: string, toItem: (created: string) => unknown): Answers {
  const items = Array.from({ length: 130 }, (_, place) => toItem(new Date(place * 60_000).toISOString()));
  return { [call]: [200, items.slice(0, 100)], [`${call}&page=2`]: [200, items.slice(100)] };
}

const giteaReviews = 'GET /api/v1/repos/acme/shop/pulls/7/reviews';

/** The pages of 130 reviews: https://docs.gitea.com/development/api-usage#pagination */
function toGiteaReviews(): Answers {
  const reviews = Array.from({ length: 130 }, (_, id) => ({
    id,
    body: 'Review',
    submitted_at: new Date(id * 60_000).toISOString(),
  }));
  return Object.fromEntries(
    [1, 2, 3].map((page) => [
      `${giteaReviews}?limit=50${page === 1 ? '' : `&page=${page}`}`,
      [200, reviews.slice((page - 1) * 50, page * 50)],
    ]),
  );
}

// https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api, https://docs.gitlab.com/api/rest/#pagination
it.each<[kind: string, answers: Answers]>([
  [
    'github',
    {
      ...toPages('GET /api/v3/repos/acme/shop/pulls/7/comments?per_page=100', (created) =>
        comment(1, { created_at: created }),
      ),
      'GET /api/v3/repos/acme/shop/pulls/7/reviews?per_page=100': [200, []],
      'GET /api/v3/repos/acme/shop/issues/7/comments?per_page=100': [200, []],
    },
  ],
  [
    'gitlab',
    toPages(`GET ${project}/merge_requests/7/discussions?per_page=100`, (created) => ({
      notes: [{ author: { username: 'ada' }, body: 'Comment', system: false, created_at: created }],
    })),
  ],
  [
    'gitea',
    {
      ...toGiteaReviews(),
      ...Object.fromEntries(
        Array.from({ length: 130 }, (_, id) => [`${giteaReviews}/${id}/comments`, [200, []] as const]),
      ),
      'GET /api/v1/repos/acme/shop/issues/7/comments': [200, []],
    },
  ],
])('listComments reads every page of comments on %s, so that the newest are there', async (kind, answers) => {
  const { port, repository } = await startGitHost(kind, answers);
  const listed = await port.listComments(repository, 7, signal);
  expect(listed).toHaveLength(130);
  expect(listed.at(-1)).toMatchObject({ createdAt: new Date(129 * 60_000).toISOString() });
});

it.each([
  [401, 'VALIDATION_ERROR'],
  [403, 'VALIDATION_ERROR'],
  [404, 'NOT_FOUND'],
  [302, 'EXTERNAL_API_ERROR'],
  [500, 'EXTERNAL_API_ERROR'],
])('an answer with status %i is %s, without the token', async (status, code) => {
  const { port, repository } = await startGitHost('gitea', {
    'GET /api/v1/repos/acme/shop/pulls/7': [status, { message: 'a' }],
  });
  const thrown: unknown = await port.read(repository, 7, signal).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code });
  expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown))).not.toContain('a-secret-token');
});

it.each([
  ['https://github.com/acme/shop.git', true],
  ['ssh://git@gitlab.com/acme/tools/shop.git', true],
  ['https://codeberg.org/acme/shop', true],
  ['https://code.example/acme/shop', true],
  ['https://git.example/acme/shop', false],
  ['https://github.com/acme', false],
  ['https://github.com/acme/..%2f..%2fuser', false],
  ['http://gitlab.internal/acme/shop', false],
  ['https://gitea.localhost/acme/shop', false],
  ['https://internal.example/acme/shop', false],
  ['file:///srv/acme/shop', false],
])('supports %s: %s', (remote, isSupported) => {
  const environment = changeRequestEnvironmentSchema.parse({
    GIT_HOSTS: 'code.example=gitlab=https://code.example/sub/api/v4, internal.example=gitea=http://10.0.0.1/api/v1',
  });
  const port = createChangeRequests({ environment, allowPrivate: false });
  onTestFinished(() => port.close());
  expect(port.supports(remote)).toBe(isSupported);
});

it('a host cannot name a page that is no web page', async () => {
  const page = { ...pull, html_url: 'javascript:alert(1)' };
  const { port, repository } = await startGitHost('gitea', { 'GET /api/v1/repos/acme/shop/pulls/7': [200, page] });
  await expect(port.read(repository, 7, signal)).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
});

it('GIT_HOSTS refuses an unknown kind and a base that is no address', () => {
  for (const GIT_HOSTS of ['a.example=svn', 'a.example', 'a.example=gitea=/api', '=gitea']) {
    expect(changeRequestEnvironmentSchema.safeParse({ GIT_HOSTS }).success).toBe(false);
  }
});
