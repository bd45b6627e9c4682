import { isObject } from '../object/json-value.ts';
import type { ResolveSchema, Schema } from './schema.ts';

/** Named types that are not structs. */
const plainType = /(?:Quantity|IntOrString|Time|RawExtension|JSON|JSONSchemaPropsOr\w+)$/;

/** Structs embedded in every object of their type, besides required ones and those named metadata, spec and status. */
const embedded: ReadonlySet<string> = new Set([
  'AllocationResult.devices',
  'APIGroup.preferredVersion',
  'Container.resources',
  'ContainerStatus.lastState',
  'ContainerStatus.state',
  'CustomResourceDefinitionStatus.acceptedNames',
  'DaemonSetSpec.updateStrategy',
  'DeploymentSpec.strategy',
  'Endpoint.conditions',
  'EphemeralContainer.resources',
  'Event.deprecatedSource',
  'Event.regarding',
  'Event.source',
  'IngressServiceBackend.port',
  'IngressStatus.loadBalancer',
  'LimitedPriorityLevelConfiguration.limitResponse',
  'NetworkPolicySpec.podSelector',
  'NodeDaemonEndpoints.kubeletEndpoint',
  'NodeStatus.daemonEndpoints',
  'NodeStatus.nodeInfo',
  'PersistentVolumeClaimSpec.resources',
  'PodTemplate.template',
  'ReplicaSetSpec.template',
  'ResourceClaimSpec.devices',
  'SelfSubjectReviewStatus.userInfo',
  'ServiceStatus.loadBalancer',
  'StatefulSetSpec.updateStrategy',
  'TokenReviewStatus.user',
]);

/** Required or embedded fields that may be absent nevertheless. */
const nullable: ReadonlySet<string> = new Set([
  'ContainerRestartRule.action',
  'ContainerRestartRuleOnExitCodes.operator',
  'CustomResourceSubresources.status',
  'DaemonSetSpec.selector',
  'DeploymentSpec.selector',
  'HTTPIngressPath.pathType',
  'IPAddressSpec.parentRef',
  'MutatingWebhook.sideEffects',
  'ParentReference.name',
  'ParentReference.resource',
  'PodCertificateProjection.keyType',
  'PodCertificateProjection.signerName',
  'ReplicaSetSpec.selector',
  'ScaleIOPersistentVolumeSource.secretRef',
  'ScaleIOVolumeSource.secretRef',
  'StatefulSetSpec.selector',
  'ValidatingWebhook.sideEffects',
]);

/** Values of optional fields that are absent. */
const fallbacks: Readonly<Record<string, unknown>> = {
  'AzureDiskVolumeSource.cachingMode': 'ReadWrite',
  'AzureDiskVolumeSource.fsType': 'ext4',
  'AzureDiskVolumeSource.kind': 'Shared',
  'AzureDiskVolumeSource.readOnly': false,
  'ConfigMapEnvSource.name': '',
  'ConfigMapKeySelector.name': '',
  'ConfigMapProjection.name': '',
  'ConfigMapVolumeSource.name': '',
  'ContainerPort.protocol': 'TCP',
  'DeviceToleration.operator': 'Equal',
  'Event.reportingComponent': '',
  'Event.reportingInstance': '',
  'FileKeySelector.optional': false,
  'FlowSchemaSpec.matchingPrecedence': 0,
  'GRPCAction.service': '',
  'ISCSIPersistentVolumeSource.iscsiInterface': 'default',
  'ISCSIVolumeSource.iscsiInterface': 'default',
  'LocalObjectReference.name': '',
  'NodeRuntimeHandler.name': '',
  'PodDisruptionBudgetStatus.currentHealthy': 0,
  'PodDisruptionBudgetStatus.desiredHealthy': 0,
  'PodDisruptionBudgetStatus.disruptionsAllowed': 0,
  'PodDisruptionBudgetStatus.expectedPods': 0,
  'PriorityClass.value': 0,
  'QueuingConfiguration.handSize': 0,
  'QueuingConfiguration.queueLengthLimit': 0,
  'QueuingConfiguration.queues': 0,
  'RBDPersistentVolumeSource.keyring': '/etc/ceph/keyring',
  'RBDPersistentVolumeSource.pool': 'rbd',
  'RBDPersistentVolumeSource.user': 'admin',
  'RBDVolumeSource.keyring': '/etc/ceph/keyring',
  'RBDVolumeSource.pool': 'rbd',
  'RBDVolumeSource.user': 'admin',
  'ReplicationControllerSpec.minReadySeconds': 0,
  'ReplicationControllerSpec.replicas': 1,
  'RoleRef.apiGroup': '',
  'ScaleIOPersistentVolumeSource.fsType': 'xfs',
  'ScaleIOPersistentVolumeSource.storageMode': 'ThinProvisioned',
  'ScaleIOVolumeSource.fsType': 'xfs',
  'ScaleIOVolumeSource.storageMode': 'ThinProvisioned',
  'ScaleSpec.replicas': 0,
  'SecretEnvSource.name': '',
  'SecretKeySelector.name': '',
  'SecretProjection.name': '',
  'ServicePort.protocol': 'TCP',
  'StatefulSetOrdinals.start': 0,
  'StatefulSetSpec.serviceName': '',
  'StatefulSetStatus.availableReplicas': 0,
};

/** A field of a type. */
export interface FieldPlace {
  readonly type: string;
  readonly field: string;
  readonly isRequired: boolean;
}

/** A field's schema with the value that stands for an unset field. */
export function withZeroValue({ type, field, isRequired }: FieldPlace, schema: Schema): Schema {
  const place = `${type}.${field}`;
  const isEmbedded = isStructure(schema) && (/^(?:metadata|spec|status)$/.test(field) || embedded.has(place));
  const isAlways = (isRequired || isEmbedded) && !nullable.has(place);
  const fallback = Object.hasOwn(fallbacks, place) ? fallbacks[place] : isAlways ? zeroOf(schema) : undefined;
  const { items, additionalProperties: values } = schema;
  return {
    ...schema,
    ...(fallback !== undefined && { default: fallback }),
    ...(items && { items: withElementZeros(items) }),
    ...(typeof values === 'object' && { additionalProperties: withElementZeros(values) }),
  };
}

function withElementZeros(schema: Schema): Schema {
  const zero = zeroOf(schema);
  return {
    ...schema,
    ...(zero !== undefined && { default: zero }),
    ...(schema.items && { items: withElementZeros(schema.items) }),
  };
}

function isStructure({ $ref }: Schema): boolean {
  return $ref !== undefined && !plainType.test($ref);
}

function zeroOf(schema: Schema): unknown {
  if (isStructure(schema)) return {};
  if (schema.format === 'byte') return undefined;
  const zeros: Readonly<Record<string, unknown>> = { string: '', integer: 0, boolean: false };
  return zeros[schema.type ?? ''];
}

/**
 * Creates a lookup of the fields that a type serializes even if unset: embedded structs, and null or zero for required
 * fields.
 * Every write looks up those of all its structs; schemas are immutable.
 */
export function createZeroFields(resolve: ResolveSchema): (schema: Schema) => ReadonlyMap<string, unknown> {
  const known = new WeakMap<Schema, ReadonlyMap<string, unknown>>();

  function find({ properties = {}, required = [] }: Schema): ReadonlyMap<string, unknown> {
    const zeros = Object.entries(properties).map(([name, property]): [string, unknown] => [
      name,
      serializedZeroOf(resolve(property), required.includes(name)),
    ]);
    return new Map(zeros.filter(([, zero]) => zero !== undefined));
  }

  return (schema) => {
    const zeros = known.get(schema) ?? find(schema);
    known.set(schema, zeros);
    return zeros;
  };
}

function serializedZeroOf({ default: zero }: Schema, isRequired: boolean): unknown {
  if (isRequired) return zero ?? null;
  return isObject(zero) || zero === '' || zero === 0 || zero === false ? zero : undefined;
}
