import type { ChangeTarget, ClusterChange, PatchType } from '@shipmate/domain/cluster';
import { parseCommand } from '@shipmate/domain/remediation';
import { namespace } from './cluster-objects.ts';

/** A reviewed change: its equivalent forms and the assessment that all of them get. */
export interface Row {
  readonly title: string;
  readonly forms: readonly ClusterChange[];
  readonly level: 'low' | 'medium' | 'high';
  /** True when automatic mode may execute it if the rules find a problem in the object. Default false. */
  readonly isAutomatic?: boolean;
  readonly why: string;
}

export type Json = Readonly<Record<string, unknown>>;

const targetOf = (object: string): ChangeTarget => {
  const [resource = '', name = '', place = namespace] = object.split('/');
  return { resource, name, namespace: place };
};

const patch =
  (type: PatchType) =>
  (object: string, body: unknown): ClusterChange => ({
    verb: 'patch',
    target: targetOf(object),
    type,
    patch: body,
  });

export const merge = patch('merge');
export const strategic = patch('strategic');
export const json = patch('json');
export const command = (text: string): ClusterChange => parseCommand(`kubectl ${text} -n ${namespace}`);
/** Builds an apply of a new object of a type such as `apps/v1 Deployment`. */
export const create = (type: string, name: string, rest: Json): ClusterChange => {
  const [apiVersion, kind] = type.split(' ');
  return { verb: 'apply', object: { apiVersion, kind, metadata: { name, namespace }, ...rest } };
};

/** Builds a strategic merge patch and a JSON patch of the same field of the first container. */
export function inContainer(object: string, path: string, value: unknown): readonly ClusterChange[] {
  const fields = path.split('/').reduceRight<unknown>((below, field) => ({ [field]: below }), value);
  const containers = [Object.assign({ name: 'web' }, fields)];
  const pointer = `/spec/template/spec/containers/0/${path}`;
  return [
    strategic(object, { spec: { template: { spec: { containers } } } }),
    json(object, [{ op: 'add', path: pointer, value }]),
  ];
}

/** Builds all three forms of patch for a field of the pod specification. */
export function inPods(object: string, field: string, value: unknown): readonly ClusterChange[] {
  const body = { spec: { template: { spec: { [field]: value } } } };
  return [
    strategic(object, body),
    merge(object, body),
    json(object, [{ op: 'add', path: `/spec/template/spec/${field}`, value }]),
  ];
}

/** Builds a merge patch and a JSON patch of a field of the object's specification. */
export function inSpec(object: string, field: string, value: unknown): readonly ClusterChange[] {
  return [merge(object, { spec: { [field]: value } }), json(object, [{ op: 'add', path: `/spec/${field}`, value }])];
}
