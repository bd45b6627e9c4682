import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';
import { toDryRunDeleteBody } from './delete-options.ts';
import { type ReadTransport, toReadTransport } from './read-transport.ts';

/** A transport that can only read and send dry-run requests. */
export interface DryRunTransport extends Pick<ReadTransport, 'readText'> {
  /**
   * Sends a request as a dry run, even if it does not ask for one. @throws AppError as {@link ClusterHttp.readText}
   * does
   */
  readonly attempt: (request: ClusterRequest) => Promise<string>;
}

/** Restricts a connection to dry runs. `dryRun=All` is set last, in the query and in the body of a DELETE. */
export function toDryRunTransport(http: Pick<ClusterHttp, 'readText' | 'open'>): DryRunTransport {
  return {
    readText: toReadTransport(http).readText,
    attempt: async (request) => http.readText(toDryRun(request)),
  };
}

/**
 * Marks a request as a dry run; an API server reads the options of a DELETE from its body if it has one, those of POST
 * and PATCH from the query.
 */
function toDryRun(request: ClusterRequest): ClusterRequest {
  const query = { ...request.query, dryRun: 'All' };
  if (request.method !== 'DELETE') return { ...request, query };
  return { ...request, query, body: toDryRunDeleteBody(request.body) };
}
