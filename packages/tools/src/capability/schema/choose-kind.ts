import { AppError } from '@shipmate/core';
import { preferVersion } from '@shipmate/domain/capability';
import { type ApiResource, apiVersionOf } from '../../kubernetes/api/api-resource.ts';
import type { ResourceCatalog } from '../../kubernetes/api/resource-catalog.ts';

/** The kind to choose. */
interface KindRequest {
  readonly kind: string;
  readonly apiVersion: string | undefined;
}

/**
 * Returns the kinds with a kind, plural or short name: one, unless groups share the name and no group version is given.
 *
 * @throws AppError `NOT_FOUND` that suggests similar kinds, or lists the existing versions.
 */
export function chooseKinds(catalog: ResourceCatalog, { kind, apiVersion }: KindRequest): readonly ApiResource[] {
  const name = kind.toLowerCase();
  const isCalled = ({ kind: own, plural, singular, shortNames }: ApiResource): boolean =>
    own.toLowerCase() === name || plural === name || singular === name || shortNames.includes(name);
  const named = catalog.resources.filter((each) => !each.plural.includes('/') && isCalled(each));
  if (named.length === 0) return [catalog.resolve(kind)];
  if (apiVersion === undefined) return preferVersion(named);
  const [exact] = named.filter((each) => apiVersionOf(each) === apiVersion);
  if (exact) return [exact];
  const versions = named.map(apiVersionOf).join(', ');
  throw new AppError({
    code: 'NOT_FOUND',
    message: `The cluster serves no ${kind} in ${JSON.stringify(apiVersion.slice(0, 100))}. It serves it in: ${versions}.`,
    details: { field: 'apiVersion' },
  });
}
