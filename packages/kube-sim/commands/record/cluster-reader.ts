import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { asArray, asObject, asString, type JsonObject } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Connection } from './connection.ts';

/** A read-only client of a cluster. */
export interface ClusterReader {
  /** @throws Error with the server's response, unless it is 200 */
  get(path: string): Promise<JsonObject>;
  /** All objects of a list, across pages. */
  list(path: string): Promise<readonly KubeObject[]>;
  /** A text such as a log; undefined if it is refused. */
  read(path: string): Promise<string | undefined>;
  close(): void;
}

const pageSize = 500;
const timeoutMs = 30_000;

/** Creates a client that reuses one connection. */
export function createClusterReader(connection: Connection): ClusterReader {
  const { server, authority, verify, token, certificate, key } = connection;
  const agent = new Agent({
    keepAlive: true,
    rejectUnauthorized: verify,
    ...(authority !== undefined && { ca: authority }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
  });

  async function send(path: string): Promise<{ readonly status: number; readonly body: string }> {
    const url = new URL(server.pathname.replace(/\/$/, '') + path, server);
    const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const options = { headers, signal: AbortSignal.timeout(timeoutMs) };
    const outgoing = url.protocol === 'https:' ? requestHttps(url, { ...options, agent }) : requestHttp(url, options);
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  async function get(path: string): Promise<JsonObject> {
    const { status, body } = await send(path);
    if (status !== 200) throw new Error(`GET "${path}" failed with status ${status}: ${body.slice(0, 500)}`);
    return JSON.parse(body) as JsonObject;
  }

  return {
    get,
    async list(path) {
      const items: KubeObject[] = [];
      let next = '';
      do {
        const page = await get(`${path}?limit=${pageSize}&continue=${encodeURIComponent(next)}`);
        const { apiVersion } = page;
        const kind = asString(page['kind']).replace(/List$/, '');
        items.push(...asArray(page['items']).map((item) => ({ apiVersion, kind, ...asObject(item) }) as KubeObject));
        next = asString(asObject(page['metadata'])['continue']);
      } while (next !== '');
      return items;
    },
    async read(path) {
      const { status, body } = await send(path);
      return status === 200 ? body : undefined;
    },
    close: () => agent.destroy(),
  };
}
