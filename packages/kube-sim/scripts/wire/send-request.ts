import { request } from 'node:https';
import type { Cluster } from '../../src/index.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface RawRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request and reads the whole response as text. */
export function sendRequest(
  cluster: Cluster,
  { method, path, headers = {}, body = '' }: RawRequest,
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(
    new URL(cluster.url + path),
    { method, ca: cluster.authority, headers: { ...headers, ...length }, agent: false },
    (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
