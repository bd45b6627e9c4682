import { coerce, gte } from 'semver';
import { apiDeprecations } from './api-deprecations.ts';
import type { Issue } from '../issue.ts';
import type { RenderedObject } from '../rendered-object.ts';

/** Finds objects whose API version the target Kubernetes does not serve or has deprecated. */
export function checkDeprecations(objects: readonly RenderedObject[], kubernetesVersion: string): readonly Issue[] {
  return objects.flatMap(({ apiVersion, kind, name, file }) => {
    const known = apiDeprecations.find((entry) => entry.apiVersion === apiVersion && entry.kinds.includes(kind));
    if (!known || !isAtLeast(kubernetesVersion, known.deprecatedIn)) return [];
    const isRemoved = isAtLeast(kubernetesVersion, known.removedIn);
    return [
      {
        severity: isRemoved ? ('error' as const) : ('warning' as const),
        source: 'kubernetes' as const,
        check: 'deprecated-api',
        resource: `${kind}/${name}`,
        message: `${apiVersion} of ${kind} is ${isRemoved ? `not served since Kubernetes ${known.removedIn}` : `deprecated since Kubernetes ${known.deprecatedIn} and gone in ${known.removedIn}`}; the target is ${kubernetesVersion}.`,
        file,
        suggestion: known.replacement
          ? `Use apiVersion: ${known.replacement}, and mind that its fields may differ.`
          : 'Remove it; nothing replaces it under another version.',
      },
    ];
  });
}

function isAtLeast(version: string, minimum: string): boolean {
  return gte(coerce(version) ?? '0.0.0', coerce(minimum) ?? '0.0.0');
}
