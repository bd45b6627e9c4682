import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';

/** The part of a connection that can only read. */
export interface ReadTransport {
  /** Sends a GET. */
  readonly readText: (request: ReadRequest) => Promise<string>;
  readonly open: (request: ReadRequest) => Promise<AsyncIterable<Uint8Array>>;
  /** Creates a `SelfSubjectAccessReview`, which the server does not store. */
  readonly review: (text: string, signal: AbortSignal) => Promise<string>;
}

type ReadRequest = Omit<ClusterRequest, 'method' | 'body'>;

/** Restricts a connection to reads. */
export function toReadTransport(http: Pick<ClusterHttp, 'readText' | 'open'>): ReadTransport {
  return {
    readText: (request) => http.readText({ ...request, method: 'GET' }),
    open: (request) => http.open({ ...request, method: 'GET' }),
    review: (text, signal) =>
      http.readText({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        body: { type: 'application/json', text },
        purpose: { verb: 'create', resource: 'selfsubjectaccessreviews.authorization.k8s.io' },
        signal,
      }),
  };
}
