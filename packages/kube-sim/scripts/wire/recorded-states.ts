import { asObject, type JsonObject } from '../../src/object/json-value.ts';
import type { WireRecord } from './wire-record.ts';

/** The path of a request's object, without its subresource; undefined for a collection. */
export function objectPathOf(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const base = parts[0] === 'api' ? 2 : parts[0] === 'apis' ? 3 : Number.POSITIVE_INFINITY;
  const isNamespaced = parts[base] === 'namespaces' && parts.length > base + 2;
  const end = base + (isNamespaced ? 4 : 2);
  return parts.length >= end ? `/${parts.slice(0, end).join('/')}` : undefined;
}

/** Collects the first recorded state of each object. */
export function collectRecordedStates(records: readonly WireRecord[]): ReadonlyMap<string, JsonObject> {
  const seen = new Map<string, JsonObject>();
  for (const { request, response, stateBefore, stateAfter } of records) {
    const table = asObject(asObject((asObject(response.body)['rows'] as unknown[] | undefined)?.[0])['object']);
    const states: readonly (readonly [string, unknown])[] = [
      [stateBefore?.path ?? '', stateBefore?.body],
      [request.path, response.status < 300 ? response.body : undefined],
      [request.path, table],
      [stateAfter?.path ?? '', stateAfter?.body],
    ];
    for (const [path, body] of states) note(seen, path, asObject(body));
  }
  return seen;
}

function note(seen: Map<string, JsonObject>, path: string, body: JsonObject): void {
  const objectPath = objectPathOf(path);
  const name = asObject(body['metadata'])['name'];
  const isWhole = objectPath === path && path.endsWith(`/${String(name)}`);
  const isOther = ['Status', 'Scale', 'PartialObjectMetadata'].includes(String(body['kind']));
  if (objectPath !== undefined && isWhole && !isOther && !seen.has(objectPath)) seen.set(objectPath, body);
}

const controllerFinalizers = ['orphan', 'foregroundDeletion'];

const serverFields = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'ownerReferences',
  'generateName',
];

/** Strips the status and server-set fields from an object. */
export function toManifest(object: JsonObject): JsonObject {
  const { status: _, ...rest } = structuredClone(object);
  const metadata = Object.fromEntries(
    Object.entries(asObject(rest['metadata'])).filter(([name]) => !serverFields.includes(name)),
  );
  const own = (metadata['finalizers'] as string[] | undefined)?.filter((each) => !controllerFinalizers.includes(each));
  if (own) metadata['finalizers'] = own;
  if (own?.length === 0) delete metadata['finalizers'];
  const annotations = { ...asObject(metadata['annotations']) };
  delete annotations['deployment.kubernetes.io/revision'];
  if (Object.keys(annotations).length === 0) delete metadata['annotations'];
  else metadata['annotations'] = annotations;
  const manifest = { ...rest, metadata };
  return object['kind'] === 'Pod' ? { ...manifest, spec: toPodSpec(asObject(rest['spec'])) } : manifest;
}

function toPodSpec(spec: JsonObject): JsonObject {
  const added = ['nodeName', 'serviceAccount', 'serviceAccountName', 'tolerations', 'priority', 'preemptionPolicy'];
  const isToken = (each: unknown) => String(asObject(each)['name']).startsWith('kube-api-access-');
  const withoutToken = (name: string, list: unknown) => {
    const left = Array.isArray(list) ? list.filter((each) => !isToken(each)) : [];
    return left.length === 0 ? {} : { [name]: left };
  };
  const containers = (list: unknown) =>
    (Array.isArray(list) ? list : []).map((each) => {
      const { volumeMounts, ...container } = asObject(each);
      return { ...container, ...withoutToken('volumeMounts', volumeMounts) };
    });
  return {
    ...Object.fromEntries(Object.entries(spec).filter(([name]) => !added.includes(name) && name !== 'volumes')),
    ...withoutToken('volumes', spec['volumes']),
    containers: containers(spec['containers']),
    ...(spec['initContainers'] !== undefined && { initContainers: containers(spec['initContainers']) }),
  };
}
