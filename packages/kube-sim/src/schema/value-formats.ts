import type { Schema } from './schema.ts';

/** Fields that are 64 bits wide in every type; other integers have 32. */
const longFields: ReadonlySet<string> = new Set([
  'activeDeadlineSeconds',
  'deletionGracePeriodSeconds',
  'fsGroup',
  'generation',
  'gid',
  'gracePeriodSeconds',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
  'observedGeneration',
  'remainingItemCount',
  'resourceSliceCount',
  'runAsGroup',
  'runAsUser',
  'sizeBytes',
  'startingDeadlineSeconds',
  'supplementalGroups',
  'terminationGracePeriodSeconds',
  'tolerationSeconds',
  'uid',
]);

const byPlace: Readonly<Record<string, Schema>> = {
  'APIServiceSpec.caBundle': { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
  'CertificateSigningRequestSpec.request': { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
  'CertificateSigningRequestStatus.certificate': { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
  'ConfigMap.binaryData': { additionalProperties: { type: 'string', format: 'byte' } },
  'ControllerRevision.revision': { format: 'int64' },
  'CSIDriverSpec.nodeAllocatableUpdatePeriodSeconds': { format: 'int64' },
  'DeviceAttribute.int': { format: 'int64' },
  'DeviceSubRequest.count': { format: 'int64' },
  'ExactDeviceRequest.count': { format: 'int64' },
  'JSONSchemaProps.maximum': { type: 'number', format: 'double' },
  'JSONSchemaProps.minimum': { type: 'number', format: 'double' },
  'JSONSchemaProps.multipleOf': { type: 'number', format: 'double' },
  'NodeSwapStatus.capacity': { format: 'int64' },
  'Secret.data': { additionalProperties: { type: 'string', format: 'byte' } },
  'ServiceAccountTokenProjection.expirationSeconds': { format: 'int64' },
  'SleepAction.seconds': { format: 'int64' },
  'TokenRequest.expirationSeconds': { format: 'int64' },
  'TokenRequestSpec.expirationSeconds': { format: 'int64' },
  'WebhookClientConfig.caBundle': { format: 'byte' },
};

/** A field's schema with the width of its numbers, and what texts of bytes are, which type declarations do not say. */
export function withFormat(type: string, field: string, schema: Schema): Schema {
  const place = `${type}.${field}`;
  const { items } = schema;
  const format = longFields.has(field) ? 'int64' : 'int32';
  return {
    ...schema,
    ...(schema.type === 'integer' && { format }),
    ...(items?.type === 'integer' && { items: { ...items, format } }),
    ...(Object.hasOwn(byPlace, place) && byPlace[place]),
  };
}
