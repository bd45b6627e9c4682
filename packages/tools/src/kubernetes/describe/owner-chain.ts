import { annotationsOf, type KubeObject, labelsOf, ownerOf } from '@shipmate/domain/cluster';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { isAbsence } from '../get/find-object.ts';
import type { Section } from './section.ts';

const maxOwners = 5;

/** Who controls an object, and who controls that, to the end; and what manages it from outside the cluster. */
export async function describeOwners(object: KubeObject, reader: ClusterReader, signal: AbortSignal): Promise<Section> {
  const catalog = await reader.catalog(signal);
  const lines: string[] = [];
  let top = object;
  for (let owner = ownerOf(top); owner !== undefined && lines.length < maxOwners; owner = ownerOf(top)) {
    const resource = catalog.findKind(owner);
    const name = `${owner.kind}/${owner.name}`;
    if (resource === undefined) {
      lines.push(`${name} (its kind is not served)`);
      break;
    }
    const { namespace } = owner;
    const found = await reader.get(resource, { namespace, name: owner.name }, signal).catch((thrown: unknown) => {
      if (isAbsence(thrown)) return undefined;
      throw thrown;
    });
    lines.push(found === undefined ? `${name} (is gone)` : name);
    if (found === undefined) break;
    top = found;
  }
  const manager = managerOf(top);
  return {
    title: 'Controlled by',
    lines: [...lines, ...(manager === undefined ? [] : [`managed by ${manager}: change it there`])],
  };
}

/** What would undo a change that is made in the cluster. */
function managerOf(object: KubeObject): string | undefined {
  const [labels, annotations] = [labelsOf(object), annotationsOf(object)];
  const read = (source: Readonly<Record<string, unknown>>, key: string): string | undefined => {
    const value = source[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const argo =
    read(annotations, 'argocd.argoproj.io/tracking-id')?.split(':')[0] ?? read(labels, 'argocd.argoproj.io/instance');
  if (argo !== undefined) return `Argo CD application ${argo}`;
  const kustomization = read(labels, 'kustomize.toolkit.fluxcd.io/name');
  if (kustomization !== undefined) return `Flux kustomization ${kustomization}`;
  const fluxRelease = read(labels, 'helm.toolkit.fluxcd.io/name');
  if (fluxRelease !== undefined) return `Flux Helm release ${fluxRelease}`;
  const release = read(annotations, 'meta.helm.sh/release-name');
  return release === undefined ? undefined : `Helm release ${release}`;
}
