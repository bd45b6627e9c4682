import { type Page, toListItem } from '../api/list-objects.ts';
import { toView } from '../api/object-view.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { badRequest } from '../errors/refusals.ts';
import { isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { Schema } from '../schema/schema.ts';
import { renderTable, type TableOptions } from '../table/render-table.ts';
import type { ApiRequest } from './api-request.ts';
import { type AcceptedType, negotiate } from './media-type.ts';

/** Renders objects, lists and watch events in the format that a request accepts. */
interface ObjectRenderer {
  show(request: ApiRequest, definition: ResourceDefinition, object: KubeObject): unknown;
  showPage(request: ApiRequest, definition: ResourceDefinition, page: Page): unknown;
  /** Renders the objects of one watch; only its first table has columns. */
  startWatch(request: ApiRequest, definition: ResourceDefinition): (object: KubeObject) => unknown;
}

/** Creates a renderer; fields come in the order of a real server. */
export function createObjectRenderer({ schemas, clock }: Pick<ClusterState, 'schemas' | 'clock'>): ObjectRenderer {
  const { order } = schemas;
  const completed = new WeakMap<KubeObject, KubeObject>();
  const metadataSchema = schemas.named(schemas.nameOfMeta('ObjectMeta'));

  function toFull(definition: ResourceDefinition, object: KubeObject): KubeObject {
    const view = toView(definition, object);
    if (definition.custom) return order.byName(view);
    const schema = schemas.schemaOf(definition);
    return order.byType(withEmbedded(view, schema), schema);
  }

  /** Adds structures that a kind always has, such as an empty status, and null for unset event times. */
  function withEmbedded(view: KubeObject, schema: Schema | undefined): KubeObject {
    const known = schema && completed.get(view);
    if (!schema || known) return known ?? view;
    const times = view.kind === 'Event' && view.apiVersion === 'v1' ? ['firstTimestamp', 'lastTimestamp'] : [];
    const empty = [...schemas.zeroFieldsOf(schema)]
      .filter(([, zero]) => isObject(zero))
      .map(([name]) => [name, {}] as const);
    const missing = [...empty, ...times.map((name) => [name, null] as const)].filter(
      ([name]) => view[name] === undefined,
    );
    const whole = missing.length === 0 ? view : { ...view, ...Object.fromEntries(missing) };
    completed.set(view, whole);
    return whole;
  }

  function toPartial({ metadata }: KubeObject, version = 'v1'): JsonObject {
    const apiVersion = `meta.k8s.io/${version}`;
    return { kind: 'PartialObjectMetadata', apiVersion, metadata: order.byType(metadata, metadataSchema) };
  }

  function toTable(
    { request, definition, accepted }: TableRequest,
    objects: readonly KubeObject[],
    options: Pick<TableOptions, 'metadata' | 'withColumns'>,
  ): JsonObject {
    const { version = 'v1' } = accepted;
    const embed = {
      None: undefined,
      Metadata: (object: KubeObject) => toPartial(object, version),
      Object: (object: KubeObject) => toFull(definition, object),
    }[readIncludeObject(request)];
    const views = objects.map((object) => toView(definition, object));
    return renderTable(definition, views, { ...options, version, now: clock.now(), ...(embed && { embed }) });
  }

  return {
    show(request, definition, object) {
      const accepted = negotiate(request.headers.accept);
      if (accepted.as === 'PartialObjectMetadata') return toPartial(object, accepted.version);
      if (accepted.as !== 'Table') return toFull(definition, object);
      const { resourceVersion } = object.metadata;
      return toTable({ request, definition, accepted }, [object], { metadata: { resourceVersion } });
    },
    showPage(request, definition, { items, metadata, isFirst }) {
      const accepted = negotiate(request.headers.accept);
      if (accepted.as === 'Table') {
        return toTable({ request, definition, accepted }, items, { metadata, withColumns: isFirst });
      }
      if (accepted.as === 'PartialObjectMetadataList') {
        const { version = 'v1' } = accepted;
        const partials = items.map((item) => toPartial(item, version));
        return { kind: accepted.as, apiVersion: `meta.k8s.io/${version}`, metadata, items: partials };
      }
      const identity = { kind: `${definition.kind}List`, apiVersion: apiVersionOf(definition) };
      const views = items.map((item) => toFull(definition, item));
      if (!definition.custom) return { ...identity, metadata, items: views.map(toListItem) };
      return order.byName({ ...identity, metadata: { continue: '', ...metadata }, items: views });
    },
    startWatch(request, definition) {
      const accepted = negotiate(request.headers.accept);
      readIncludeObject(request);
      let isFirst = true;
      return (object) => {
        if (accepted.as?.startsWith('Partial')) return toPartial(object, accepted.version);
        if (accepted.as !== 'Table') return toFull(definition, object);
        const { resourceVersion } = object.metadata;
        const options = { metadata: { resourceVersion }, withColumns: isFirst };
        isFirst = false;
        return toTable({ request, definition, accepted }, [object], options);
      };
    },
  };
}

interface TableRequest {
  readonly request: ApiRequest;
  readonly definition: ResourceDefinition;
  readonly accepted: AcceptedType;
}

/** @throws StatusError 400 */
function readIncludeObject({ query }: ApiRequest): 'None' | 'Metadata' | 'Object' {
  const value = query.get('includeObject') || 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  const why = `includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`;
  throw badRequest(`Unable to convert to Table as requested: ${why}`);
}
