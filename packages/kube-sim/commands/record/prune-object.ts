import { asArray, asObject, isObject, type JsonObject, omit } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

/** Annotations written by servers and clients. */
const ownAnnotations =
  /^(?:deprecated\.daemonset\.|kubectl\.kubernetes\.io\/last-applied|deployment\.kubernetes\.io\/|pv\.kubernetes\.io\/|volume\.(?:beta\.)?kubernetes\.io\/|batch\.kubernetes\.io\/|control-plane\.alpha)/;
const jobLabels = /^(?:batch\.kubernetes\.io\/)?(?:controller-uid|job-name)$/;

/** Removes what server and controllers added to an object. */
export function pruneObject(object: KubeObject): JsonObject {
  return withoutNulls(toWritten(object)) as JsonObject;
}

function toWritten(object: KubeObject): JsonObject {
  const { apiVersion, kind, metadata, spec: _spec, status: _status, ...rest } = object;
  const { name, namespace, labels, finalizers } = metadata;
  const annotations = Object.fromEntries(
    Object.entries(metadata.annotations ?? {}).filter(([key]) => !ownAnnotations.test(key)),
  );
  const spec = pruneSpec(object);
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(finalizers && !isProtection(finalizers) && { finalizers }),
    },
    ...rest,
    ...(spec !== undefined && { spec }),
  };
}

function pruneSpec({ kind, spec }: KubeObject): unknown {
  if (!isObject(spec)) return spec;
  switch (kind) {
    case 'Service': {
      const ports = asArray(spec['ports']).map((port) => omit(asObject(port), 'nodePort'));
      const { clusterIP, ...kept } = omit(spec, 'clusterIPs', 'healthCheckNodePort') as JsonObject;
      return { ...kept, ...(clusterIP === 'None' && { clusterIP }), ports };
    }
    case 'PersistentVolumeClaim':
      return omit(spec, 'volumeName');
    case 'Namespace':
      return undefined;
    case 'Job': {
      const { template, ...kept } = omit(spec, 'selector', 'manualSelector') as JsonObject;
      return { ...kept, template: withoutJobLabels(asObject(template)) };
    }
    case 'Pod':
      return prunePodSpec(spec);
    default:
      return spec;
  }
}

/** Drops the node and the token volume of a pod; both are assigned again. */
function prunePodSpec(spec: JsonObject): JsonObject {
  const isToken = (volume: unknown) => /^(?:kube-api-access|default-token)-/.test(String(asObject(volume)['name']));
  const withoutToken = (container: unknown) => ({
    ...asObject(container),
    volumeMounts: asArray(asObject(container)['volumeMounts']).filter((mount) => !isToken(mount)),
  });
  return {
    ...omit(spec, 'nodeName', 'priority', 'preemptionPolicy', 'serviceAccount'),
    containers: asArray(spec['containers']).map(withoutToken),
    ...(spec['initContainers'] !== undefined && { initContainers: asArray(spec['initContainers']).map(withoutToken) }),
    volumes: asArray(spec['volumes']).filter((volume) => !isToken(volume)),
  };
}

function withoutJobLabels(template: JsonObject): JsonObject {
  const metadata = asObject(template['metadata']);
  const labels = Object.entries(asObject(metadata['labels'])).filter(([name]) => !jobLabels.test(name));
  return { ...template, metadata: { ...omit(metadata, 'creationTimestamp'), labels: Object.fromEntries(labels) } };
}

/** Null fields count as absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(fields.map(([name, each]) => [name, withoutNulls(each)]));
}

function isProtection(finalizers: readonly string[]): boolean {
  return finalizers.every((each) => each.startsWith('kubernetes.io/'));
}
