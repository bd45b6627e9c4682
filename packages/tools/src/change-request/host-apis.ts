import { z } from 'zod';
import type { ChangeRequest, ReviewComment } from './change-request-port.ts';

/** One request to the API of a host. */
export interface HostCall {
  readonly method?: 'POST';
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
  listComments(send: SendCall, path: string, number: number): Promise<readonly ReviewComment[]>;
}

const pageSize = 100;
const repositorySchema = z.object({ default_branch: z.string() });
/** A page that is shown as a link. */
const pageSchema = z.url({ protocol: /^https?$/u });
const userSchema = z.object({ login: z.string() }).nullish();
/** `repo` is null once a fork is deleted. */
const branchSchema = z.object({ ref: z.string(), repo: z.object({ id: z.number() }).nullish() });
const pullSchema = z
  .object({
    number: z.number(),
    html_url: pageSchema,
    title: z.string(),
    state: z.string(),
    merged_at: z.string().nullish(),
    head: branchSchema,
    base: branchSchema,
  })
  .transform(({ html_url: url, merged_at: mergedAt, state, ...rest }) => ({
    ...rest,
    url,
    state: mergedAt == null ? (state === 'open' ? ('open' as const) : ('closed' as const)) : ('merged' as const),
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

function toChangeRequest({ number, url, title, state }: ChangeRequest): ChangeRequest {
  return { number, url, title, state };
}

function toComment({ author, body, path, line, createdAt }: Comment): ReviewComment {
  return { author, body, path, line: path === null ? null : line, createdAt };
}

/** Returns true for a request between two branches of the repository: people with forks name their branches as they like. */
function isOwn({ head, base: into }: z.output<typeof pullSchema>, { branch, base }: Branches): boolean {
  return head.ref === branch && into.ref === base && head.repo != null && head.repo.id === into.repo?.id;
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
    const found = await send({ path: `repos/${path}/pulls?${query.toString()}` }, z.array(pullSchema));
    // A filter that GitHub does not understand is ignored.
    const own = found.find((pull) => isOwn(pull, { branch, base }));
    return own && toChangeRequest(own);
  },
  create: async (send, path, { branch: head, ...rest }) =>
    toChangeRequest(await send({ method: 'POST', path: `repos/${path}/pulls`, body: { head, ...rest } }, pullSchema)),
  read: async (send, path, number) =>
    toChangeRequest(await send({ path: `repos/${path}/pulls/${number}` }, pullSchema)),
  async listComments(send, path, number) {
    const list = (part: string) => send({ path: `repos/${path}/${part}?per_page=${pageSize}` }, commentsSchema);
    const lines = await list(`pulls/${number}/comments`);
    const reviews = await list(`pulls/${number}/reviews`);
    const whole = await list(`issues/${number}/comments`);
    return [...lines, ...reviews.filter(({ state }) => state !== 'PENDING'), ...whole].map(toComment);
  },
};

const mergeRequestSchema = z
  .object({
    iid: z.number(),
    web_url: pageSchema,
    title: z.string(),
    state: z.string(),
    source_project_id: z.number().nullish(),
    target_project_id: z.number(),
  })
  .transform(({ iid: number, web_url: url, title, state, source_project_id: source, target_project_id: target }) => ({
    isOwn: source === target,
    number,
    url,
    title,
    state: state === 'opened' ? ('open' as const) : state === 'merged' ? ('merged' as const) : ('closed' as const),
  }));
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
    const own = (await send(call, z.array(mergeRequestSchema))).find((each) => each.isOwn);
    return own && toChangeRequest(own);
  },
  async create(send, path, { branch, base, title, body }) {
    const call = {
      method: 'POST',
      path: `${toProject(path)}/merge_requests`,
      body: { source_branch: branch, target_branch: base, title, description: body },
    } as const;
    return toChangeRequest(await send(call, mergeRequestSchema));
  },
  read: async (send, path, number) =>
    toChangeRequest(await send({ path: `${toProject(path)}/merge_requests/${number}` }, mergeRequestSchema)),
  async listComments(send, path, number) {
    const call = { path: `${toProject(path)}/merge_requests/${number}/discussions?per_page=${pageSize}` };
    const notes = (await send(call, discussionsSchema)).flatMap((discussion) => discussion.notes);
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
      const own = found.find((each) => isOwn(each, { branch, base }));
      if (own) return toChangeRequest(own);
      if (found.length < giteaPageSize) return undefined;
    }
    return undefined;
  },
  create: (send, path, request) => github.create(send, path, request),
  read: (send, path, number) => github.read(send, path, number),
  async listComments(send, path, number) {
    const pull = `repos/${path}/pulls/${number}`;
    const reviewSchema = z.array(z.object({ id: z.number() }).and(commentSchema));
    const listed = await send({ path: `${pull}/reviews?limit=${giteaPageSize}` }, reviewSchema);
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
