import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** What a pod must be near to. */
export function affinityOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(asObject(asObject(spec)['affinity'])['podAffinity'])[required]).map(asObject);
}

/** What a pod must be far from. */
export function antiAffinityOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(asObject(asObject(spec)['affinity'])['podAntiAffinity'])[required]).map(asObject);
}
