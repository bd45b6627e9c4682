import { z } from 'zod';
import type { ChangeRequest } from './change-request-port.ts';
import { type HostApi, pageSchema, pageSize, repositorySchema, toChangeRequest } from './host-apis.ts';

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
  .transform(({ iid: number, web_url: url, title, state, target_branch: base, ...rest }) => {
    const head = rest.sha ?? null;
    // A fast-forward makes no commit.
    const commit = rest.merge_commit_sha ?? rest.squash_commit_sha ?? head;
    return {
      isOwn: rest.source_project_id === rest.target_project_id,
      number,
      url,
      title,
      base,
      head,
      state: states[state] ?? 'closed',
      merge: state === 'merged' ? { head, commit, by: rest.merge_user?.username ?? null } : null,
      mergeStatus: rest.detailed_merge_status,
    };
  });
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
