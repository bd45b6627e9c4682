import { asArray, asObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';

/** Converts a stored object to a version of the API. */
export function toView(definition: ResourceDefinition, object: KubeObject): KubeObject {
  const apiVersion = apiVersionOf(definition);
  if (object.apiVersion === apiVersion) return object;
  const shown = { ...object, apiVersion, kind: definition.kind };
  return views[apiVersion]?.[definition.kind]?.show(shown) ?? shown;
}

/** Converts an object from a version of the API to its stored form. */
export function fromView(definition: ResourceDefinition, stored: ResourceDefinition, body: JsonObject): JsonObject {
  if (definition === stored) return body;
  const read = views[apiVersionOf(definition)]?.[definition.kind]?.read(body) ?? body;
  return { ...read, apiVersion: apiVersionOf(stored), kind: stored.kind };
}

interface View {
  readonly show: (object: KubeObject) => KubeObject;
  readonly read: (body: JsonObject) => JsonObject;
}

const eventView: View = {
  show({ involvedObject, message, source, count, firstTimestamp, lastTimestamp, reportingComponent, ...rest }) {
    return {
      ...(rest as KubeObject),
      regarding: involvedObject,
      note: message,
      reportingController: reportingComponent,
      deprecatedSource: source,
      deprecatedCount: count,
      deprecatedFirstTimestamp: firstTimestamp ?? null,
      deprecatedLastTimestamp: lastTimestamp ?? null,
    };
  },
  read({ regarding, note, reportingController, deprecatedSource, deprecatedCount, ...rest }) {
    return {
      ...rest,
      involvedObject: regarding,
      message: note,
      reportingComponent: reportingController,
      source: deprecatedSource ?? {},
      ...(deprecatedCount !== undefined && { count: deprecatedCount }),
    };
  },
};

const autoscalerView: View = {
  show(object) {
    const { metrics, ...spec } = asObject(object['spec']);
    const cpu = asArray(metrics)
      .map((metric) => asObject(asObject(metric)['resource']))
      .find(({ name }) => name === 'cpu');
    const percentage = asObject(cpu?.['target'])['averageUtilization'];
    return {
      ...object,
      spec: { ...spec, ...(percentage !== undefined && { targetCPUUtilizationPercentage: percentage }) },
    };
  },
  read(body) {
    const { targetCPUUtilizationPercentage: averageUtilization, ...spec } = asObject(body['spec']);
    if (averageUtilization === undefined) return { ...body, spec };
    const metric = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
    return { ...body, spec: { ...spec, metrics: [metric] } };
  },
};

const views: Readonly<Record<string, Readonly<Record<string, View>>>> = {
  'events.k8s.io/v1': { Event: eventView },
  'autoscaling/v1': { HorizontalPodAutoscaler: autoscalerView },
};
