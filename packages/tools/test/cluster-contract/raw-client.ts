import { isJsonObject, type JsonObject } from '@shipmate/domain/cluster';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { z } from 'zod';

/** A request as sent, without additions of Shipmate's client. */
export interface RawRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The media type of the body. Default `application/json`. */
  readonly type?: string;
  readonly accept?: string;
}

/** A response as received. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  /** Empty for a body that is not a JSON object. */
  readonly body: JsonObject;
}

/** Sends requests as the user of a kubeconfig. */
export interface RawClient extends AsyncDisposable {
  send(path: string, request?: RawRequest): Promise<RawAnswer>;
  /** Creates an object. @throws Error unless the server stores it */
  create(path: string, object: object): Promise<JsonObject>;
}

const kubeconfigSchema = z.object({
  clusters: z.tuple([
    z.object({ cluster: z.object({ server: z.string(), 'certificate-authority-data': z.base64() }) }),
  ]),
  users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]),
});

export function createRawClient(kubeconfig: string): RawClient {
  const { clusters, users } = kubeconfigSchema.parse(parse(kubeconfig));
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const ca = Buffer.from(cluster['certificate-authority-data'], 'base64').toString();
  const dispatcher = new Agent({ connect: { ca } });

  async function send(
    path: string,
    { method = 'GET', query = {}, body, type = 'application/json', accept = 'application/json' }: RawRequest = {},
  ): Promise<RawAnswer> {
    const url = new URL(path, cluster.server);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await request(url, {
      dispatcher,
      method,
      headers: {
        accept,
        authorization: `Bearer ${user.token}`,
        ...(body !== undefined && { 'content-type': type }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const contentType = String(answer.headers['content-type'] ?? '');
    return { status: answer.statusCode, text, contentType, body: readObject(text) };
  }

  return {
    send,
    async create(path, object) {
      const { status, text, body } = await send(path, { method: 'POST', body: object });
      if (status !== 201) throw new Error(`POST ${path} was answered with ${status}: ${text.slice(0, 500)}`);
      return body;
    },
    [Symbol.asyncDispose]: () => dispatcher.close(),
  };
}

function readObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
