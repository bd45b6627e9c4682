import { nameOf, namespaceOf } from '@shipmate/domain/cluster';
import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { objectSchema } from './answers.ts';
import { type ApiResource, qualifiedNameOf } from './api-resource.ts';
import type { ClusterDryRunner, NamedPlace, PatchType } from './cluster-dry-runner.ts';
import { parseAnswer } from './parse-answer.ts';
import { toResourcePath } from './resource-path.ts';

/** The part of a connection that cannot but try. */
export interface DryRunTransport {
  readonly attempt: (request: ClusterRequest) => Promise<string>;
}

/** Leaves of a connection what tries: `dryRun=All` is said last, so that no request can say otherwise. */
export function toDryRunTransport(http: ClusterHttp): DryRunTransport {
  return { attempt: (request) => http.readText({ ...request, query: { ...request.query, dryRun: 'All' } }) };
}

const fieldManager = 'shipmate';

const mediaTypes: Readonly<Record<PatchType, string>> = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

/** Asks one cluster what changes would do. */
export function createDryRunner(transport: DryRunTransport, redactor: Redactor): ClusterDryRunner {
  async function change(
    resource: ApiResource,
    place: NamedPlace,
    request: Pick<ClusterRequest, 'method' | 'body' | 'query' | 'signal'>,
  ): Promise<string> {
    const verb = request.method.toLowerCase();
    const { namespace, name } = place;
    const purpose = { verb, resource: qualifiedNameOf(resource), namespace, name };
    return transport.attempt({ path: toResourcePath(resource, place), purpose, ...request });
  }

  return {
    async apply(resource, object, signal) {
      const text = await change(
        resource,
        { namespace: namespaceOf(object), name: nameOf(object) },
        {
          method: 'PATCH',
          query: { fieldManager, fieldValidation: 'Strict' },
          body: { type: 'application/apply-patch+yaml', text: JSON.stringify(object) },
          signal,
        },
      );
      return redactor.object(parseAnswer(objectSchema, text));
    },
    async patch(resource, { type, patch, ...place }, signal) {
      const text = await change(resource, place, {
        method: 'PATCH',
        query: { fieldManager, fieldValidation: 'Strict' },
        body: { type: mediaTypes[type], text: JSON.stringify(patch) },
        signal,
      });
      return redactor.object(parseAnswer(objectSchema, text));
    },
    async delete(resource, place, signal) {
      await change(resource, place, { method: 'DELETE', query: { propagationPolicy: 'Background' }, signal });
    },
  };
}
