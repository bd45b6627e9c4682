import { AppError } from '@shipmate/core';
import { findMergeProblem } from '@shipmate/domain/repository';
import { z } from 'zod';
import { parseGitRemote } from '../git/git-remote.ts';
import { createGuardedConnections } from '../http/guarded-connections.ts';
import { isPrivateHost } from '../http/public-address.ts';
import { readText } from '../http/read-text.ts';
import { toUpstreamError, UpstreamFailure } from '../http/upstream-failure.ts';
import type { ChangeRequestPort, HostedRepository } from './change-request-port.ts';
import { gitea, github, gitlab, type HostApi, type HostCall, type SendCall } from './host-apis.ts';

const apis: Readonly<Record<'github' | 'gitlab' | 'gitea', { readonly api: HostApi; readonly base: string }>> = {
  github: { api: github, base: '/api/v3/' },
  gitlab: { api: gitlab, base: '/api/v4/' },
  gitea: { api: gitea, base: '/api/v1/' },
};
type HostKind = keyof typeof apis;

/** The environment variables of pull and merge requests. */
export const changeRequestEnvironmentSchema = z.object({
  /**
   * Self-hosted git hosts, separated by commas: `git.example.com=gitea`, `code.example.com=gitlab=https://code.example.com/gitlab/api/v4`. The kind is
   * `github`, `gitlab` or `gitea`; the base of the API is the usual one below the host unless one is given.
   */
  GIT_HOSTS: z
    .string()
    .default('')
    .transform((text, context): readonly { host: string; kind: HostKind; base: string | undefined }[] =>
      text.split(',').flatMap((entry) => {
        if (entry.trim() === '') return [];
        const [host = '', kind = '', base] = entry.trim().split('=');
        const isBase = base === undefined || (URL.canParse(base) && /^https?:/u.test(base));
        if (host !== '' && Object.hasOwn(apis, kind) && isBase)
          return [{ host: host.toLowerCase(), kind: kind as HostKind, base }];
        context.addIssue({
          code: 'custom',
          message: `"${entry.trim()}" is not host=github, host=gitlab or host=gitea`,
        });
        return [];
      }),
    ),
});
type ChangeRequestEnvironment = z.output<typeof changeRequestEnvironmentSchema>;

const knownHosts: readonly (readonly [pattern: RegExp, kind: HostKind])[] = [
  [/^github\./u, 'github'],
  [/^gitlab\./u, 'gitlab'],
  [/^(?:gitea\.|codeberg\.org$)/u, 'gitea'],
];

const limits = { timeoutMs: 20_000, connectTimeoutMs: 10_000, bytes: 4_000_000, comments: 200, characters: 4_000 };

/** Options for {@link createChangeRequests}. */
interface ChangeRequestsOptions {
  readonly environment: Partial<ChangeRequestEnvironment>;
  readonly allowPrivate: boolean;
}

/** Creates a port that its creator closes, on the REST APIs of git hosts. */
export function createChangeRequests(
  options: ChangeRequestsOptions,
): ChangeRequestPort & { readonly close: () => Promise<void> } {
  const { environment, allowPrivate } = options;
  const { connectTimeoutMs } = limits;
  const connections = createGuardedConnections({ allowPrivate, connectTimeoutMs });

  function find(remote: string): { readonly api: HostApi; readonly base: URL; readonly path: string } | undefined {
    const { url, protocol } = parseGitRemote(remote, { http: true, ssh: true, file: true });
    const host = (protocol === 'ssh' ? url.hostname : url.host).toLowerCase();
    const configured = environment.GIT_HOSTS?.find((each) => each.host === host);
    const kind = configured?.kind ?? knownHosts.find(([pattern]) => pattern.test(host))?.[1];
    const path = toRepositoryPath(url);
    if (kind === undefined || protocol === 'file' || path === undefined) return undefined;
    const usual = toUsualBase(host, protocol === 'http' ? 'http' : 'https', kind);
    const base = new URL((configured?.base ?? usual).replace(/\/?$/u, '/'));
    // An address in the URL is not resolved, so the agent does not check it.
    if (!allowPrivate && (isPrivateHost(base.hostname) || base.protocol !== 'https:')) return undefined;
    return { api: apis[kind].api, base, path };
  }

  function connect({ remote, token = '' }: HostedRepository, callerSignal: AbortSignal) {
    const found = find(remote);
    if (found === undefined) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message:
          'Pull requests are opened on GitHub, GitLab and Gitea. Name the kind of this host in GIT_HOSTS, or open the request in a browser.',
        details: { reason: 'unknown_host' },
      });
    }
    const { api, base, path } = found;
    const send: SendCall = async (call, schema) => {
      const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(limits.timeoutMs)]);
      try {
        return await request({ url: new URL(call.path, base), call, schema, headers: api.toHeaders(token), signal });
      } catch (thrown) {
        callerSignal.throwIfAborted();
        throw toUpstreamError(base.host, thrown);
      }
    };
    return { api, host: base.host, path, send };
  }

  /** One request to a host. */
  interface HostRequest<Schema extends z.ZodType> {
    readonly url: URL;
    readonly call: HostCall;
    readonly schema: Schema;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  }

  async function request<Schema extends z.ZodType>(given: HostRequest<Schema>): Promise<z.output<Schema>> {
    const { url, call, schema, headers, signal } = given;
    const { method = 'GET', body } = call;
    const sent = { accept: 'application/json', 'user-agent': 'shipmate', ...headers };
    const response = await connections.fetch(url, {
      method,
      headers: body === undefined ? sent : { ...sent, 'content-type': 'application/json' },
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await readText(response.body, limits.bytes);
    if (!response.ok) throw toRefusal(url.host, response.status, text);
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new UpstreamFailure('Its answer is not of the expected form.', { retryable: false, cause: parsed.error });
  }

  return {
    supports: (remote) => find(remote) !== undefined,

    async open(repository, { base: asked, ...given }, signal) {
      const { api, path, send } = connect(repository, signal);
      const base = asked ?? (await api.readDefaultBranch(send, path));
      const request = { ...given, base };
      const before = await api.find(send, path, request);
      if (before) return before;
      try {
        return await api.create(send, path, request);
      } catch (thrown) {
        // Another request can have opened it in between.
        const conflict = AppError.isInstance(thrown) && thrown.code === 'CONFLICT' ? thrown : undefined;
        const concurrent = conflict && (await api.find(send, path, request));
        if (concurrent) return concurrent;
        throw thrown;
      }
    },

    async read(repository, number, signal) {
      const { api, path, send } = connect(repository, signal);
      return api.read(send, path, number);
    },

    async listMergeMethods(repository, signal) {
      const { api, path, send } = connect(repository, signal);
      return api.listMergeMethods(send, path);
    },

    async merge(repository, order, signal) {
      const { api, host, path, send } = connect(repository, signal);
      const { number } = order;
      const before = await api.read(send, path, number);
      if (before.state === 'merged') return { ...before, wasMerged: true };
      const problem = findMergeProblem({ ...before, methods: await api.listMergeMethods(send, path) }, order);
      if (problem !== undefined) throw toConflict(problem);
      let refusal: AppError | undefined;
      try {
        await api.merge(send, path, order);
      } catch (thrown) {
        signal.throwIfAborted();
        if (!AppError.isInstance(thrown)) throw thrown;
        refusal = thrown;
      }
      // The host can have merged although its answer was lost.
      const after = await api.read(send, path, number).catch((thrown: unknown) => {
        throw refusal ?? thrown;
      });
      if (after.state === 'merged') return { ...after, wasMerged: refusal !== undefined };
      if (refusal?.code === 'CONFLICT') {
        const status = after.mergeStatus === undefined ? '' : ` Its merge status is "${after.mergeStatus}".`;
        throw toConflict(`${refusal.message.replace(/\.?$/u, '.')}${status} Resolve this there, then merge again.`);
      }
      throw (
        refusal ?? toConflict(`${host} accepted the merge, but still reports request ${number} as open. Refresh it.`)
      );
    },

    async listComments(repository, number, signal) {
      const { api, path, send } = connect(repository, signal);
      const comments = (await api.listComments(send, path, number)).filter(({ body }) => body.trim() !== '');
      const sorted = comments.toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
      return sorted.slice(-limits.comments).map((each) => ({ ...each, body: each.body.slice(0, limits.characters) }));
    },

    close: () => connections.destroy(),
  };
}

function toUsualBase(host: string, scheme: 'http' | 'https', kind: HostKind): string {
  return host === 'github.com' ? 'https://api.github.com/' : `${scheme}://${host}${apis[kind].base}`;
}

/** Returns `owner/name`, with more parts on GitLab. */
function toRepositoryPath({ pathname }: URL): string | undefined {
  const path = pathname.replace(/^\/+|\/+$/gu, '').replace(/\.git$/u, '');
  const isPath = /^[\w.~-]+(?:\/[\w.~-]+)+$/u.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/u.test(path);
  return isPath ? path : undefined;
}

function toConflict(message: string): AppError {
  return new AppError({ code: 'CONFLICT', message });
}

const maxReason = 300;
/** 405 and 406 refuse a merge. */
const refusals = [400, 405, 406, 409, 422];

function toRefusal(host: string, status: number, text: string): Error {
  if (status === 401 || status === 403) {
    return new AppError({
      code: 'VALIDATION_ERROR',
      message: `${host} refuses the credentials. Give the repository a token that may read, open and merge pull requests.`,
      details: { reason: 'credentials' },
    });
  }
  if (status === 404) {
    return new AppError({
      code: 'NOT_FOUND',
      message: `${host} shows no such repository or request. Check that the token may read it.`,
    });
  }
  if (refusals.includes(status)) return toConflict(`${host} refuses the request: ${toReason(text)}`);
  return new UpstreamFailure(`It answered with status ${status}.`, { retryable: status === 429 || status >= 500 });
}

const reasonSchema = z.object({
  message: z.union([z.string(), z.array(z.string())]).optional(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string().optional() })])).optional(),
});

/** Returns what a host says about a refusal. */
function toReason(text: string): string {
  const { data } = reasonSchema.safeParse(parseJson(text));
  const details = data?.errors?.map((each) => (typeof each === 'string' ? each : (each.message ?? ''))) ?? [];
  const said = [data?.message ?? [], details].flat().filter((each) => each !== '');
  return said.length === 0 ? 'it gives no reason.' : said.join(' ').replaceAll(/\s+/gu, ' ').slice(0, maxReason);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
