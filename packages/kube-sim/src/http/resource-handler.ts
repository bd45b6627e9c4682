import { listObjects, toFilter } from '../api/list-objects.ts';
import { fromView } from '../api/object-view.ts';
import type { ObjectWriter } from '../api/object-writer.ts';
import { patchObject } from '../api/patch-object.ts';
import { watchObjects } from '../api/watch-objects.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { badRequest, methodNotAllowed, notFound } from '../errors/refusals.ts';
import { asObject, isObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { createObjectRenderer } from './object-renderer.ts';
import { reviewRequest } from './access-reviews.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { negotiate, parseBody } from './media-type.ts';
import { toDeleteOptions, toWriteOptions } from './query-options.ts';
import { isTrue } from '../api/query-flag.ts';
import type { ResourcePath } from './request-info.ts';

/** Creates the handler of objects and collections. @throws StatusError */
export function createResourceHandler(state: ClusterState, writer: ObjectWriter) {
  const { store, registry } = state;
  const renderer = createObjectRenderer(state);

  function storedDefinition(definition: ResourceDefinition): ResourceDefinition {
    return definition.custom ? definition : (registry.ofStorage(definition.storage) ?? definition);
  }

  function find({ definition, namespace, name = '' }: ResourcePath): KubeObject {
    const object = store.get(definition.storage, { namespace, name });
    if (!object) throw notFound(definition, name);
    return object;
  }

  function list(request: ApiRequest, { definition, namespace }: ResourcePath): ApiResponse {
    const place = { definition, ...(namespace !== undefined && { namespace }) };
    return { status: 200, object: renderer.showPage(request, definition, listObjects(store, place, request.query)) };
  }

  function watch(request: ApiRequest, { definition, namespace, name }: ResourcePath): ApiResponse {
    const accepted = negotiate(request.headers.accept);
    const { query } = request;
    const filter = toFilter(query, definition);
    const render = renderer.startWatch(request, definition);
    return {
      status: 200,
      contentType: accepted.encoding === 'json' ? 'application/json' : 'application/yaml',
      stream: (write, signal) =>
        watchObjects(
          store,
          {
            definition,
            ...(namespace !== undefined && { namespace }),
            filter: name === undefined ? filter : (object) => object.metadata.name === name && filter(object),
            resourceVersion: query.get('resourceVersion'),
            sendInitialEvents: isTrue(query.get('sendInitialEvents')),
            bookmarks: isTrue(query.get('allowWatchBookmarks')),
            timeoutMs: 1000 * (Number(query.get('timeoutSeconds')) || 1800),
          },
          {
            signal,
            send: ({ type, object }) =>
              write(
                `${JSON.stringify({ type, object: type === 'BOOKMARK' || type === 'ERROR' ? object : render(object as KubeObject) })}\n`,
              ),
          },
        ),
    };
  }

  function create(request: ApiRequest, path: ResourcePath): ApiResponse {
    const { definition, namespace } = path;
    const body = readBody(request, definition.kind);
    const warnings: string[] = [];
    const review = reviewRequest(state, request, { definition, body });
    if (review) return { status: 201, object: review };
    if (path.name !== undefined) throw methodNotAllowed();
    const target = namespace ?? (definition.namespaced ? requestedNamespace(body) : undefined);
    const stored = storedDefinition(definition);
    const options = toWriteOptions(request, (text) => warnings.push(text));
    const object = writer.create(stored, fromView(definition, stored, body), {
      ...options,
      ...(target !== undefined && { namespace: target }),
    });
    return { status: 201, object: renderer.show(request, definition, object), warnings };
  }

  function update(request: ApiRequest, path: ResourcePath): ApiResponse {
    const warnings: string[] = [];
    const options = toWriteOptions(request, (text) => warnings.push(text));
    const stored = storedDefinition(path.definition);
    const body = fromView(path.definition, stored, readBody(request, path.definition.kind));
    const subresource = path.subresource === undefined ? {} : { subresource: path.subresource };
    const object = writer.update(stored, body, { ...options, ...subresource, isReplaced: true, current: find(path) });
    return { status: 200, object: renderer.show(request, path.definition, object), warnings };
  }

  function patch(request: ApiRequest, { definition, namespace, name = '', subresource }: ResourcePath): ApiResponse {
    const warnings: string[] = [];
    const options = toWriteOptions(request, (text) => warnings.push(text));
    const [contentType = ''] = (request.headers['content-type'] ?? '').split(';');
    const { object, isNew } = patchObject(state, writer, {
      request: {
        definition: storedDefinition(definition),
        ...(namespace !== undefined && { namespace }),
        name,
        contentType,
        patch: parseBody(request.body, contentType),
        force: isTrue(request.query.get('force')),
      },
      options: { ...options, ...(subresource !== undefined && { subresource }) },
    });
    return { status: isNew ? 201 : 200, object: renderer.show(request, definition, object), warnings };
  }

  function remove(request: ApiRequest, path: ResourcePath): ApiResponse {
    const { definition } = path;
    const options = toDeleteOptions(request.query, request.body.length > 0 ? readBody(request) : undefined);
    const object = find(path);
    const answered = writer.delete(definition, object, options);
    if (answered) return { status: 200, object: renderer.show(request, definition, answered) };
    const { name, uid } = object.metadata;
    const details = { name, ...(definition.group !== '' && { group: definition.group }), kind: definition.plural, uid };
    return { status: 200, object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details } };
  }

  function removeAll(request: ApiRequest, path: ResourcePath): ApiResponse {
    const { definition, namespace } = path;
    const options = toDeleteOptions(request.query, request.body.length > 0 ? readBody(request) : undefined);
    const { items } = listObjects(store, { definition, ...(namespace !== undefined && { namespace }) }, request.query);
    const answer = list(request, path);
    for (const item of items) writer.delete(definition, item, options);
    return answer;
  }

  return function handle(request: ApiRequest, path: ResourcePath): ApiResponse {
    const { definition, name, subresource } = path;
    switch (request.method) {
      case 'GET':
        if (isTrue(request.query.get('watch'))) return watch(request, path);
        if (!definition.verbs.includes('list')) throw methodNotAllowed();
        return name === undefined
          ? list(request, path)
          : { status: 200, object: renderer.show(request, definition, find(path)) };
      case 'POST':
        return create(request, path);
      case 'PUT':
        if (name === undefined) throw methodNotAllowed();
        return update(request, path);
      case 'PATCH':
        if (name === undefined) throw methodNotAllowed();
        return patch(request, path);
      case 'DELETE':
        if (subresource !== undefined) throw methodNotAllowed();
        if (name === undefined && !definition.verbs.includes('deletecollection')) throw methodNotAllowed();
        return name === undefined ? removeAll(request, path) : remove(request, path);
      default:
        throw methodNotAllowed();
    }
  };
}

/** Parses the object in a request's body. @throws StatusError 400 */
export function readBody(request: ApiRequest, kind?: string): Record<string, unknown> {
  const body = parseBody(request.body, request.headers['content-type'], kind);
  if (!isObject(body)) throw badRequest('the object provided is unrecognized (must be of type object)');
  return body;
}

/** The namespace of an object that was posted to all namespaces. */
function requestedNamespace(body: Record<string, unknown>): string {
  const { namespace } = asObject(body['metadata']);
  if (typeof namespace !== 'string' || namespace === '')
    throw badRequest('an empty namespace may not be set during creation');
  return namespace;
}
