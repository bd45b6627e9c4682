import { type KubernetesVersion, minorOf } from '../version/kubernetes-version.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** The minor version that first served a resource, or one of its subresources, without being asked to; all others are older. */
const introduced: Readonly<Record<string, number>> = {
  'networking.k8s.io/v1/ipaddresses': 33,
  'networking.k8s.io/v1/servicecidrs': 33,
  '/v1/pods/resize': 33,
  'resource.k8s.io/v1/deviceclasses': 34,
  'resource.k8s.io/v1/resourceclaims': 34,
  'resource.k8s.io/v1/resourceclaimtemplates': 34,
  'resource.k8s.io/v1/resourceslices': 34,
  'storage.k8s.io/v1/volumeattributesclasses': 34,
};

/** Those of the resources that a version of Kubernetes serves. */
export function ofVersion(
  definitions: readonly ResourceDefinition[],
  version: KubernetesVersion,
): readonly ResourceDefinition[] {
  const isServed = (name: string) => (introduced[name] ?? 0) <= minorOf(version);
  return definitions.flatMap((definition) => {
    const name = `${definition.group}/${definition.version}/${definition.plural}`;
    const subresources = definition.subresources.filter((each) => isServed(`${name}/${each.name}`));
    return isServed(name) ? [{ ...definition, subresources }] : [];
  });
}
