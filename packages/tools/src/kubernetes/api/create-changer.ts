import type { PatchType } from '@shipmate/domain/cluster';
import { isJsonObject, type KubeObject, nameOf, namespaceOf, objectAt } from '@shipmate/domain/cluster/object';
import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';
import { type ApiResource, qualifiedNameOf } from './api-resource.ts';
import type { ClusterChanger, ClusterWriter, NamedPlace } from './cluster-changer.ts';
import { toDeleteBody } from './delete-options.ts';
import type { AnswerReader } from './create-answer-reader.ts';
import { toResourcePath } from './resource-path.ts';

/** Creates a writer for one cluster. */
export function createWriter(http: ClusterHttp, answers: AnswerReader): ClusterWriter {
  return { isDryRun: false, ...createChanger((request) => http.readText(request), answers) };
}

const query = { fieldManager: 'shipmate', fieldValidation: 'Strict' };

const mediaTypes: Readonly<Record<PatchType, string>> = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

/** Creates a changer that sends requests through `send`, which decides whether they are dry runs. */
export function createChanger(
  send: (request: ClusterRequest) => Promise<string>,
  answers: AnswerReader,
): ClusterChanger {
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
      return answers.object(text, resource, signal);
    },
    async patch(resource, { type, patch, resourceVersion, ...place }, signal) {
      const body = { type: mediaTypes[type], text: JSON.stringify(withVersion(patch, resourceVersion)) };
      const text = await change(resource, place, { method: 'PATCH', query, body, signal });
      return answers.object(text, resource, signal);
    },
    async delete(resource, { resourceVersion, uid, ...place }, signal) {
      const body = toDeleteBody({ resourceVersion, uid });
      await change(resource, place, { method: 'DELETE', body, signal });
    },
  };
}

/**
 * Adds a `resourceVersion` to a patch, so that the server rejects it as a conflict when the object is in another
 * version.
 */
function withVersion(patch: unknown, resourceVersion: string | undefined): unknown {
  if (resourceVersion === undefined) return patch;
  if (Array.isArray(patch)) {
    return [{ op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion }, ...(patch as unknown[])];
  }
  if (!isJsonObject(patch)) return patch;
  return { ...patch, metadata: { ...objectAt(patch as KubeObject, 'metadata'), resourceVersion } };
}
