import { findCondition } from '../object/conditions.ts';
import { deleteObject } from '../api/delete-object.ts';
import type { ObjectWriter } from '../api/object-writer.ts';
import { openLog } from '../api/read-log.ts';
import { toScale, withScale } from '../api/scale.ts';
import { serviceAccountUser } from '../auth/user.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import {
  badRequest,
  conflict,
  internalFailure,
  invalidObject,
  invalidValue,
  methodNotAllowed,
  notFound,
} from '../errors/refusals.ts';
import { StatusError } from '../errors/status-error.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { parseBody } from './media-type.ts';
import { toDeleteOptions, toWriteOptions } from './query-options.ts';
import type { ResourcePath } from './request-info.ts';
import { readBody } from './resource-handler.ts';
import {
  asArray,
  asObject,
  asString,
  isObject,
  isSameJson,
  type JsonObject,
  scalarToText,
  valueAt,
} from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { toLabelTest } from '../selectors/selectors.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Creates the handler of subresources; undefined for those that are views of the object itself. */
export function createSubresourceHandler(state: ClusterState, writer: ObjectWriter) {
  const { store, clock } = state;

  function scale(request: ApiRequest, path: ResourcePath, object: KubeObject): ApiResponse {
    const { definition } = path;
    if (request.method === 'GET') return { status: 200, object: toScale(definition, object) };
    const current = toScale(definition, object);
    const next = request.method === 'PUT' ? readBody(request) : patchScale(request, current);
    const { resourceVersion } = asObject(asObject(next)['metadata']);
    checkReplicas(object.metadata.name, valueAt(next, ['spec', 'replicas']));
    const wanted = withScale(definition, object, next);
    if (resourceVersion !== undefined) wanted.metadata.resourceVersion = scalarToText(resourceVersion);
    const options = toWriteOptions(request, () => undefined);
    return {
      status: 200,
      object: toScale(definition, writer.update(definition, wanted, { ...options, current: object })),
    };
  }

  function patchScale(request: ApiRequest, current: KubeObject): unknown {
    const [contentType = ''] = (request.headers['content-type'] ?? '').split(';');
    const patch = parseBody(request.body, contentType);
    return contentType === 'application/json-patch+json'
      ? applyJsonPatch(current, patch)
      : applyMergePatch(current, patch);
  }

  function log(request: ApiRequest, pod: KubeObject): ApiResponse {
    const reader = openLog(state, pod, request.query);
    if (!reader) return { status: 204, text: '' };
    return { status: 200, contentType: 'text/plain', stream: (write, signal) => reader.write(write, signal) };
  }

  function evict(request: ApiRequest, path: ResourcePath, pod: KubeObject): ApiResponse {
    const body = readBody(request);
    const budget = store
      .list('policy/poddisruptionbudgets', pod.metadata.namespace)
      .find((each) => toLabelTest(asObject(each['spec'])['selector'])(pod.metadata.labels ?? {}));
    if (budget && Number(asObject(budget['status'])['disruptionsAllowed'] ?? 0) <= 0) {
      throw new StatusError({
        code: 429,
        reason: 'TooManyRequests',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        details: {
          causes: [
            {
              reason: 'DisruptionBudget',
              message: describeBudget(budget),
            },
          ],
        },
      });
    }
    deleteObject(
      state,
      { definition: path.definition, object: pod },
      toDeleteOptions(new URLSearchParams(), readEvictionOptions(request, asObject(body['deleteOptions']))),
    );
    return { status: 201, object: success };
  }

  function bind(request: ApiRequest, path: ResourcePath, pod: KubeObject): ApiResponse {
    const { nodeName: current } = asObject(pod['spec']);
    if (typeof current === 'string' && current !== '') {
      const why = `pod ${pod.metadata.name} is already assigned to node ${JSON.stringify(current)}`;
      throw conflict({ group: '', plural: 'pods/binding' }, pod.metadata.name, why);
    }
    const nodeName = asObject(readBody(request)['target'])['name'];
    if (!store.get('/nodes', { name: String(nodeName) }))
      throw notFound({ group: '', plural: 'nodes' }, String(nodeName));
    const next = { ...pod, spec: { ...asObject(pod['spec']), nodeName } };
    writer.update(path.definition, next, { ...toWriteOptions(request, () => undefined), current: pod });
    return { status: 201, object: success };
  }

  function token(request: ApiRequest, account: KubeObject): ApiResponse {
    const spec = asObject(readBody(request)['spec']);
    const seconds = Number(spec['expirationSeconds'] ?? 3600);
    if (!(seconds >= 600)) {
      const why = 'may not specify a duration less than 10 minutes';
      const cause = invalidValue('spec.expirationSeconds', spec['expirationSeconds'], why);
      throw invalidObject({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', [cause]);
    }
    const { namespace = '', name } = account.metadata;
    const issued = state.authenticator.issueToken(serviceAccountUser(namespace, name));
    return {
      status: 201,
      object: {
        kind: 'TokenRequest',
        apiVersion: 'authentication.k8s.io/v1',
        metadata: { name, namespace, creationTimestamp: toTimestamp(clock.now()) },
        spec: { audiences: asArray(spec['audiences']), expirationSeconds: seconds },
        status: { token: issued, expirationTimestamp: toTimestamp(clock.now() + seconds * 1000) },
      },
    };
  }

  function finalize(request: ApiRequest, object: KubeObject): ApiResponse {
    const { finalizers } = asObject(readBody(request)['spec']);
    const next = {
      ...object,
      spec: isObject(object['spec']) ? { ...object['spec'], finalizers: asArray(finalizers) } : {},
    };
    return { status: 200, object: store.put('/namespaces', next) };
  }

  const handlers: Readonly<
    Record<string, (request: ApiRequest, path: ResourcePath, object: KubeObject) => ApiResponse>
  > = {
    'GET scale': scale,
    'PUT scale': scale,
    'PATCH scale': scale,
    'GET log': (request, _, pod) => log(request, pod),
    'POST eviction': evict,
    'POST binding': bind,
    'POST token': (request, _, account) => token(request, account),
    'PUT finalize': (request, _, namespace) => finalize(request, namespace),
  };

  return function handle(request: ApiRequest, path: ResourcePath): ApiResponse | undefined {
    const { definition, namespace, name = '', subresource } = path;
    if (subresource === undefined || views.includes(subresource)) return undefined;
    const object = store.get(definition.storage, { namespace, name });
    if (!object) throw notFound(definition, name);
    if (connections.includes(subresource))
      throw refuseConnection(request, subresource, { object, kubelet: silentKubelet(store, object) });
    const handler = handlers[`${request.method} ${subresource}`];
    if (!handler) throw methodNotAllowed();
    return handler(request, path, object);
  };
}

const views = ['status', 'approval', 'ephemeralcontainers', 'resize'];
const connections = ['exec', 'attach', 'portforward', 'proxy'];
const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

/** @throws StatusError 400 if body and query disagree on dry run */
function readEvictionOptions({ query }: ApiRequest, given: JsonObject): JsonObject {
  const asked = query.getAll('dryRun');
  const own = asArray(given['dryRun']);
  if (own.length > 0 && asked.length > 0 && !isSameJson(own, asked)) {
    const [content, url] = [own, asked].map((each) => `[${each.join(' ')}]`);
    throw badRequest(`Non-matching dry-run options in request and content: ${url} and ${content}`);
  }
  return own.length > 0 || asked.length === 0 ? given : { ...given, dryRun: asked };
}

function describeBudget({ metadata, status }: KubeObject): string {
  const { desiredHealthy, currentHealthy } = asObject(status);
  return `The disruption budget ${metadata.name} needs ${scalarToText(desiredHealthy, '0')} healthy pods and has ${scalarToText(currentHealthy, '0')} currently`;
}

/** @throws StatusError 422 */
function checkReplicas(name: string, replicas: unknown): void {
  if (typeof replicas !== 'number' || replicas >= 0) return;
  const cause = invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0');
  throw invalidObject({ group: 'autoscaling', kind: 'Scale' }, name, [cause]);
}

/** Refuses a connection: in the words of a real server if it would refuse it, else as not simulated. */
function refuseConnection(
  { query, headers }: ApiRequest,
  subresource: string,
  { object, kubelet }: { readonly object: KubeObject; readonly kubelet: string | undefined },
): StatusError {
  if (subresource === 'proxy') return notSimulated(subresource);
  const spec = asObject(object['spec']);
  const names = [...asArray(spec['containers']), ...asArray(spec['initContainers'])].map(
    (each) => asObject(each)['name'],
  );
  const container = query.get('container');
  const { name } = object.metadata;
  if (container && !names.includes(container)) return badRequest(`container ${container} is not valid for pod ${name}`);
  if (!spec['nodeName']) return badRequest(`pod ${name} does not have a host assigned`);
  if (headers.upgrade === undefined) return badRequest('Upgrade request required');
  if (kubelet === undefined) return notSimulated(subresource);
  return internalFailure(`error dialing backend: dial tcp ${kubelet}: connect: connection refused`);
}

function notSimulated(subresource: string): StatusError {
  const message = `kube-sim runs no containers, so there is nothing to ${subresource === 'proxy' ? 'reach' : subresource}`;
  return new StatusError({ code: 501, reason: 'NotImplemented', message });
}

/** The kubelet address of a pod's node, if the node is known to be silent. */
function silentKubelet(store: ObjectStore, pod: KubeObject): string | undefined {
  const name = asString(asObject(pod['spec'])['nodeName']);
  const node = store.get('/nodes', { name });
  if (findCondition(node, 'Ready')?.['status'] !== 'Unknown') return undefined;
  const status = asObject(node?.['status']);
  const address = asArray(status['addresses'])
    .map(asObject)
    .find(({ type }) => type === 'InternalIP');
  const port = asObject(asObject(status['daemonEndpoints'])['kubeletEndpoint'])['Port'];
  return `${asString(address?.['address'])}:${scalarToText(port, '10250')}`;
}
