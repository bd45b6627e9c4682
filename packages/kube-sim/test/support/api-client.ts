import { request } from 'node:https';
import { parse } from 'yaml';
import type { Cluster } from '../../src/index.ts';

interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON, or the text. */
  readonly body: unknown;
}

interface ApiCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type ApiClient = (path: string, call?: ApiCall) => Promise<ApiAnswer>;

/** Creates a plain HTTPS client of a cluster, for a user, or with `null` without credentials. */
export function createApiClient(cluster: Cluster, user?: string | null): ApiClient {
  const config =
    user === null ? undefined : (parse(cluster.kubeconfig(user)) as { users: [{ user: { token: string } }] });
  const authorization = config && { authorization: `Bearer ${config.users[0].user.token}` };
  return async (path, { method = 'GET', body, headers = {} } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<ApiAnswer>();
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const outgoing = request(
      new URL(cluster.url + path),
      {
        method,
        ca: cluster.authority,
        headers: {
          'content-type': 'application/json',
          // Otherwise Node sends the body of a DELETE without a length.
          'content-length': String(Buffer.byteLength(text)),
          ...authorization,
          ...headers,
        },
      },
      (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (answer += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parseText(answer) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
    return promise;
  };
}

function parseText(text: string): unknown {
  return text.startsWith('{') && text.indexOf('\n') === text.length - 1 ? (JSON.parse(text) as unknown) : text;
}
