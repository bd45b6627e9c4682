import { asObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { matchesImage, type ParsedImageRule } from './image-rule.ts';

/** The user of an image, as the first rule for it that names one declares; root if none does. */
export function findImageUser(rules: readonly ParsedImageRule[], image: string): number | string {
  return rules.find((rule) => rule.user !== undefined && matchesImage(rule.image, image))?.user ?? 0;
}

/** The kubelet's refusal to start a container that must not run as root, or undefined if it may start. */
export function findRootProblem(
  pod: KubeObject,
  container: JsonObject,
  imageUser: number | string,
): string | undefined {
  const context = {
    ...asObject(asObject(pod['spec'])['securityContext']),
    ...asObject(container['securityContext']),
  };
  if (context['runAsNonRoot'] !== true) return undefined;
  const { name, namespace, uid } = pod.metadata;
  const place = `(pod: "${name}_${namespace}(${uid})", container: ${String(container['name'])})`;
  const { runAsUser } = context;
  if (typeof runAsUser === 'number')
    return runAsUser === 0 ? `container's runAsUser breaks non-root policy ${place}` : undefined;
  if (imageUser === 0) return `container has runAsNonRoot and image will run as root ${place}`;
  if (typeof imageUser === 'number') return undefined;
  return `container has runAsNonRoot and image has non-numeric user (${imageUser}), cannot verify user is non-root ${place}`;
}
