import { type MergeMethod, mergeMethods, type MergeOrder } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { ChangeRequest, ReviewComment } from './change-request-port.ts';
import { listPages } from './list-pages.ts';

/** One request to the API of a host. */
export interface HostCall {
  readonly method?: 'POST' | 'PUT';
  /** Below the base of the API, with its query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Sends a request and parses its answer. */
export type SendCall = <Schema extends z.ZodType>(call: HostCall, schema: Schema) => Promise<z.output<Schema>>;

/** Branches between which a request is. */
interface Branches {
  readonly branch: string;
  readonly base: string;
}

/** The REST API of a kind of git host. Paths of repositories are `owner/name`, with more parts on GitLab. */
export interface HostApi {
  toHeaders(token: string): Readonly<Record<string, string>>;
  readDefaultBranch(send: SendCall, path: string): Promise<string>;
  /** Finds the open request between two branches. */
  find(send: SendCall, path: string, branches: Branches): Promise<ChangeRequest | undefined>;
  create(
    send: SendCall,
    path: string,
    request: Branches & { readonly title: string; readonly body: string },
  ): Promise<ChangeRequest>;
  read(send: SendCall, path: string, number: number): Promise<ChangeRequest>;
  listMergeMethods(send: SendCall, path: string): Promise<readonly MergeMethod[]>;
  /** Merges a request, which the host refuses at another commit. */
  merge(send: SendCall, path: string, order: MergeOrder): Promise<unknown>;
  listComments(send: SendCall, path: string, number: number): Promise<readonly ReviewComment[]>;
}

const pageSize = 100;
const repositorySchema = z.object({ default_branch: z.string() });
/** The settings of GitHub, and of Gitea, that allow a method. A token that may not read them sees none. */
const methodSettings = {
  merge: ['allow_merge_commit', 'allow_merge_commits'],
  squash: ['allow_squash_merge'],
  rebase: ['allow_rebase_merge', 'allow_rebase'],
};
const methodsSchema = z
  .record(z.string(), z.unknown())
  .transform((settings) =>
    mergeMethods.filter((method) => !methodSettings[method].some((name) => settings[name] === false)),
  );
/** A page that is shown as a link. */
const pageSchema = z.url({ protocol: /^https?$/u });
const userSchema = z.object({ login: z.string() }).nullish();
/** `repo` is null once a fork is deleted. */
const branchSchema = z.object({
  ref: z.string(),
  sha: z.string().nullish(),
  repo: z.object({ id: z.number() }).nullish(),
});
const pullSchema = z
  .object({
    number: z.number(),
    html_url: pageSchema,
    title: z.string(),
    state: z.string(),
    merged_at: z.string().nullish(),
    /** Before the merge, GitHub's commit of a test. */
    merge_commit_sha: z.string().nullish(),
    merged_by: userSchema,
    head: branchSchema,
    base: branchSchema,
  })
  .transform(({ number, html_url: url, title, state, merged_at: mergedAt, head, base, ...rest }) => ({
    /** Null for a fork, whose owner names its branches as they like. */
    branch: head.repo != null && head.repo.id === base.repo?.id ? head.ref : null,
    request: toChangeRequest({
      number,
      url,
      title,
      base: base.ref,
      head: head.sha,
      state: mergedAt == null ? (state === 'open' ? 'open' : 'closed') : 'merged',
      commit: rest.merge_commit_sha,
      by: rest.merged_by?.login,
    }),
  }));
const commentSchema = z
  .object({
    user: userSchema,
    body: z.string().nullish(),
    path: z.string().nullish(),
    line: z.number().nullish(),
    /** GitHub's mark of a line in the old file. */
    side: z.string().nullish(),
    /** `PENDING` is a draft of the token's user. */
    state: z.string().nullish(),
    /** Gitea's name of the line; 0 for one in the old file. */
    position: z.number().nullish(),
    created_at: z.string().nullish(),
    submitted_at: z.string().nullish(),
    /** Gitea's mark of a resolved comment. */
    resolver: z.unknown().optional(),
  })
  .transform(({ user, body, path, line, side, position, created_at: created, submitted_at: submitted, ...rest }) => ({
    ...rest,
    line: (side === 'LEFT' ? null : (line ?? position)) || null,
    author: user?.login ?? 'unknown',
    body: body ?? '',
    path: path ?? null,
    createdAt: created ?? submitted ?? '',
  }));
type Comment = z.output<typeof commentSchema>;
const commentsSchema = z.array(commentSchema);

type Reported = { readonly [name in 'head' | 'commit' | 'by']: string | null | undefined };

function toChangeRequest({
  head,
  commit,
  by,
  ...rest
}: Omit<ChangeRequest, 'head' | 'merge'> & Reported): ChangeRequest {
  const merge = { head: head ?? null, commit: commit || null, by: by ?? null };
  return { ...rest, head: merge.head, merge: rest.state === 'merged' ? merge : null };
}

function toComment({ author, body, path, line, createdAt }: Comment): ReviewComment {
  return { author, body, path, line: path === null ? null : line, createdAt };
}

/** Finds the request between two branches of the repository. */
function findBetween(pulls: readonly z.output<typeof pullSchema>[], { branch, base }: Branches) {
  return pulls.find((pull) => pull.branch === branch && pull.request.base === base)?.request;
}

/** https://docs.github.com/en/rest/pulls, also of GitHub Enterprise Server. */
export const github: HostApi = {
  toHeaders: (token) => ({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  }),
  readDefaultBranch: async (send, path) => (await send({ path: `repos/${path}` }, repositorySchema)).default_branch,
  async find(send, path, { branch, base }) {
    const query = new URLSearchParams({ state: 'open', head: `${path.split('/')[0]}:${branch}`, base });
    // A filter that GitHub does not understand is ignored.
    const call = { path: `repos/${path}/pulls?${query.toString()}` };
    return findBetween(await send(call, z.array(pullSchema)), { branch, base });
  },
  create: async (send, path, { branch: head, ...rest }) =>
    (await send({ method: 'POST', path: `repos/${path}/pulls`, body: { head, ...rest } }, pullSchema)).request,
  read: async (send, path, number) => (await send({ path: `repos/${path}/pulls/${number}` }, pullSchema)).request,
  listMergeMethods: (send, path) => send({ path: `repos/${path}` }, methodsSchema),
  merge: (send, path, { number, head: sha, method }) =>
    send(
      { method: 'PUT', path: `repos/${path}/pulls/${number}/merge`, body: { sha, merge_method: method } },
      z.unknown(),
    ),
  async listComments(send, path, number) {
    const list = (part: string) =>
      listPages(send, { path: `repos/${path}/${part}?per_page=${pageSize}`, pageSize }, commentsSchema);
    const lines = await list(`pulls/${number}/comments`);
    const reviews = await list(`pulls/${number}/reviews`);
    const whole = await list(`issues/${number}/comments`);
    return [...lines, ...reviews.filter(({ state }) => state !== 'PENDING'), ...whole].map(toComment);
  },
};

/** A request is locked while it is merged. */
const states: Readonly<Record<string, ChangeRequest['state']>> = { opened: 'open', locked: 'open', merged: 'merged' };
const mergeRequestSchema = z
  .object({
    iid: z.number(),
    web_url: pageSchema,
    title: z.string(),
    state: z.string(),
    source_project_id: z.number().nullish(),
    target_project_id: z.number(),
    target_branch: z.string(),
    sha: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
    squash_commit_sha: z.string().nullish(),
    merge_user: z.object({ username: z.string() }).nullish(),
    detailed_merge_status: z.string().optional(),
  })
  .transform(({ iid: number, web_url: url, title, state, target_branch: base, sha: head, ...rest }) => ({
    isOwn: rest.source_project_id === rest.target_project_id,
    request: toChangeRequest({
      number,
      url,
      title,
      base,
      head,
      state: states[state] ?? 'closed',
      mergeStatus: rest.detailed_merge_status,
      // A fast-forward makes no commit.
      commit: rest.merge_commit_sha ?? rest.squash_commit_sha ?? head,
      by: rest.merge_user?.username,
    }),
  }));
const projectSchema = z.object({ merge_method: z.string().optional(), squash_option: z.string().optional() });
const discussionsSchema = z.array(
  z.object({
    notes: z.array(
      z.object({
        author: z.object({ username: z.string() }),
        body: z.string(),
        system: z.boolean(),
        resolved: z.boolean().optional(),
        created_at: z.string(),
        position: z.object({ new_path: z.string().nullish(), new_line: z.number().nullish() }).nullish(),
      }),
    ),
  }),
);

/** https://docs.gitlab.com/api/merge_requests/ and https://docs.gitlab.com/api/discussions/ */
export const gitlab: HostApi = {
  toHeaders: (token): Readonly<Record<string, string>> => (token === '' ? {} : { authorization: `Bearer ${token}` }),
  readDefaultBranch: async (send, path) => (await send({ path: toProject(path) }, repositorySchema)).default_branch,
  async find(send, path, { branch, base }) {
    const query = new URLSearchParams({ state: 'opened', source_branch: branch, target_branch: base });
    const call = { path: `${toProject(path)}/merge_requests?${query.toString()}` };
    return (await send(call, z.array(mergeRequestSchema))).find((each) => each.isOwn)?.request;
  },
  async create(send, path, { branch, base, title, body }) {
    const call = {
      method: 'POST',
      path: `${toProject(path)}/merge_requests`,
      body: { source_branch: branch, target_branch: base, title, description: body },
    } as const;
    return (await send(call, mergeRequestSchema)).request;
  },
  read: async (send, path, number) =>
    (await send({ path: `${toProject(path)}/merge_requests/${number}` }, mergeRequestSchema)).request,
  async listMergeMethods(send, path) {
    const { merge_method: method, squash_option: squash } = await send({ path: toProject(path) }, projectSchema);
    if (squash === 'always') return ['squash'];
    // The project decides on a merge commit.
    const whole = method === 'ff' ? 'rebase' : 'merge';
    return squash === 'never' ? [whole] : [whole, 'squash'];
  },
  async merge(send, path, { number, head: sha, method }) {
    const call = { method: 'PUT', path: `${toProject(path)}/merge_requests/${number}` } as const;
    const squash = method === 'squash';
    // The call to merge sets a squash and does not unset one.
    if (!squash) await send({ ...call, body: { squash } }, z.unknown());
    await send({ ...call, path: `${call.path}/merge`, body: { sha, squash } }, z.unknown());
  },
  async listComments(send, path, number) {
    const discussions = `${toProject(path)}/merge_requests/${number}/discussions?per_page=${pageSize}`;
    const notes = (await listPages(send, { path: discussions, pageSize }, discussionsSchema)).flatMap(
      (discussion) => discussion.notes,
    );
    return notes.flatMap(({ author, body, system, resolved = false, created_at: createdAt, position }) => {
      const path = position?.new_path ?? null;
      const line = path === null ? null : (position?.new_line ?? null);
      return system || resolved ? [] : [{ author: author.username, body, path, line, createdAt }];
    });
  },
};

function toProject(path: string): string {
  return `projects/${encodeURIComponent(path)}`;
}

const maxPages = 10;
const giteaPageSize = 50;

/** https://docs.gitea.com/api/, also of Forgejo. */
export const gitea: HostApi = {
  toHeaders: (token): Readonly<Record<string, string>> => (token === '' ? {} : { authorization: `token ${token}` }),
  readDefaultBranch: (send, path) => github.readDefaultBranch(send, path),
  async find(send, path, { branch, base }) {
    for (let page = 1; page <= maxPages; page += 1) {
      const call = { path: `repos/${path}/pulls?state=open&limit=${giteaPageSize}&page=${page}` };
      const found = await send(call, z.array(pullSchema));
      const own = findBetween(found, { branch, base });
      if (own) return own;
      if (found.length < giteaPageSize) return undefined;
    }
    return undefined;
  },
  create: (send, path, request) => github.create(send, path, request),
  read: (send, path, number) => github.read(send, path, number),
  listMergeMethods: (send, path) => github.listMergeMethods(send, path),
  merge: (send, path, { number, head, method }) =>
    send(
      { method: 'POST', path: `repos/${path}/pulls/${number}/merge`, body: { Do: method, head_commit_id: head } },
      z.unknown(),
    ),
  async listComments(send, path, number) {
    const pull = `repos/${path}/pulls/${number}`;
    const reviewSchema = z.array(z.object({ id: z.number() }).and(commentSchema));
    const list = { path: `${pull}/reviews?limit=${giteaPageSize}`, pageSize: giteaPageSize };
    const listed = await listPages(send, list, reviewSchema);
    const reviews = listed.filter(({ state }) => state !== 'PENDING');
    const comments: ReviewComment[] = reviews.map(toComment);
    for (const { id } of reviews) {
      const lines = await send({ path: `${pull}/reviews/${id}/comments` }, commentsSchema);
      const open = lines.filter(({ resolver }) => resolver == null);
      comments.push(...open.map(toComment));
    }
    const whole = await send({ path: `repos/${path}/issues/${number}/comments` }, commentsSchema);
    return [...comments, ...whole.map(toComment)];
  },
};
