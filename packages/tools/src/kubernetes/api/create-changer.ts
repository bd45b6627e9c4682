import { isJsonObject, type KubeObject, nameOf, namespaceOf, objectAt, type PatchType } from '@shipmate/domain/cluster';
import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { objectSchema } from './answers.ts';
import { type ApiResource, qualifiedNameOf } from './api-resource.ts';
import type { ClusterChanger, ClusterDryRunner, ClusterWriter, NamedPlace } from './cluster-changer.ts';
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

/** Asks one cluster what changes would do. */
export function createDryRunner(transport: DryRunTransport, redactor: Redactor): ClusterDryRunner {
  return { isDryRun: true, ...createChanger(transport.attempt, redactor) };
}

/** Changes one cluster. */
export function createWriter(http: ClusterHttp, redactor: Redactor): ClusterWriter {
  return { isDryRun: false, ...createChanger((request) => http.readText(request), redactor) };
}

const query = { fieldManager: 'shipmate', fieldValidation: 'Strict' };

const mediaTypes: Readonly<Record<PatchType, string>> = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

function createChanger(send: (request: ClusterRequest) => Promise<string>, redactor: Redactor): ClusterChanger {
  async function change(
    resource: ApiResource,
    place: NamedPlace,
    request: Pick<ClusterRequest, 'method' | 'body' | 'query' | 'signal'>,
  ): Promise<string> {
    const verb = request.method.toLowerCase();
    const { namespace, name } = place;
    const purpose = { verb, resource: qualifiedNameOf(resource), namespace, name };
    return send({ path: toResourcePath(resource, place), purpose, ...request });
  }

  return {
    async apply(resource, object, signal) {
      const place = { namespace: namespaceOf(object), name: nameOf(object) };
      const body = { type: 'application/apply-patch+yaml', text: JSON.stringify(object) };
      const text = await change(resource, place, { method: 'PATCH', query, body, signal });
      return redactor.object(parseAnswer(objectSchema, text));
    },
    async patch(resource, { type, patch, resourceVersion, ...place }, signal) {
      const body = { type: mediaTypes[type], text: JSON.stringify(withVersion(patch, resourceVersion)) };
      const text = await change(resource, place, { method: 'PATCH', query, body, signal });
      return redactor.object(parseAnswer(objectSchema, text));
    },
    async delete(resource, { resourceVersion, ...place }, signal) {
      const options = {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        propagationPolicy: 'Background',
        ...(resourceVersion !== undefined && { preconditions: { resourceVersion } }),
      };
      const body = { type: 'application/json', text: JSON.stringify(options) };
      await change(resource, place, { method: 'DELETE', body, signal });
    },
  };
}

/** A patch that names a version is refused as a conflict when the object is in another one. */
function withVersion(patch: unknown, resourceVersion: string | undefined): unknown {
  if (resourceVersion === undefined) return patch;
  if (Array.isArray(patch)) {
    return [{ op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion }, ...(patch as unknown[])];
  }
  if (!isJsonObject(patch)) return patch;
  return { ...patch, metadata: { ...objectAt(patch as KubeObject, 'metadata'), resourceVersion } };
}
