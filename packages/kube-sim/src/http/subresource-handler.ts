import { deleteObject } from '../api/delete-object.ts';
import type { ObjectWriter } from '../api/object-writer.ts';
import { openLog } from '../api/read-log.ts';
import { toScale, withScale } from '../api/scale.ts';
import { serviceAccountUser } from '../auth/user.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { badRequest, methodNotAllowed, notFound } from '../errors/refusals.ts';
import { StatusError } from '../errors/status-error.ts';
import { asArray, asObject, isObject, toText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { toLabelTest } from '../selectors/label-selector.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { parseBody } from './media-type.ts';
import { toDeleteOptions, toWriteOptions } from './query-options.ts';
import type { ResourcePath } from './request-info.ts';
import { readBody } from './resource-handler.ts';

/** Answers requests for what hangs below an object; undefined for subresources that are views of the object itself. */
export function createSubresourceHandler(state: ClusterState, writer: ObjectWriter) {
  const { store, clock } = state;

  function scale(request: ApiRequest, path: ResourcePath, object: KubeObject): ApiResponse {
    const { definition } = path;
    if (request.method === 'GET') return { status: 200, object: toScale(definition, object) };
    const current = toScale(definition, object);
    const next = request.method === 'PUT' ? readBody(request) : patchScale(request, current);
    const { resourceVersion } = asObject(asObject(next)['metadata']);
    const wanted = withScale(definition, object, next);
    if (resourceVersion !== undefined) wanted.metadata.resourceVersion = toText(resourceVersion);
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
              message: `The disruption budget ${budget.metadata.name} needs more healthy pods`,
              field: '',
            },
          ],
        },
      });
    }
    deleteObject(
      state,
      { definition: path.definition, object: pod },
      toDeleteOptions(new URLSearchParams(), asObject(body['deleteOptions'])),
    );
    return { status: 201, object: success };
  }

  function bind(request: ApiRequest, path: ResourcePath, pod: KubeObject): ApiResponse {
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
    if (!(seconds >= 600))
      throw badRequest('spec.expirationSeconds: Invalid value: may not specify a duration less than 10 minutes');
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
    if (connections.includes(subresource)) throw notSimulated(subresource);
    const handler = handlers[`${request.method} ${subresource}`];
    if (!handler) throw methodNotAllowed();
    return handler(request, path, object);
  };
}

const views = ['status', 'approval', 'ephemeralcontainers', 'resize'];
const connections = ['exec', 'attach', 'portforward', 'proxy'];
const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

function notSimulated(subresource: string): StatusError {
  const message = `kube-sim runs no containers, so there is nothing to ${subresource === 'proxy' ? 'reach' : subresource}`;
  return new StatusError({ code: 501, reason: 'NotImplemented', message });
}
