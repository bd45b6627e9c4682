import { AppError } from '@shipmate/core';
import { type ApiResource, apiVersionOf, qualifiedNameOf } from './api-resource.ts';

/** The resources that a cluster serves, found by any name that kubectl accepts. */
export class ResourceCatalog {
  readonly resources: readonly ApiResource[];
  /**
   * API versions, such as `metrics.k8s.io/v1beta1`, whose aggregated API does not answer: their resources are unknown
   * or outdated.
   */
  readonly unavailable: readonly string[];

  constructor(resources: readonly ApiResource[], unavailable: readonly string[] = []) {
    this.resources = resources;
    this.unavailable = unavailable;
  }

  /**
   * Finds a resource by its plural, singular or short name or its kind, in any case, with or without `.group` or
   * `.version.group`. Where groups share a name, the first that the server lists wins, as in kubectl.
   *
   * @throws AppError `NOT_FOUND` that suggests similar names.
   */
  resolve(name: string): ApiResource {
    const found = this.find(name);
    if (found) return found;
    const similar = this.#similarTo(name).join(', ');
    const unavailable = this.unavailable.slice(0, 10).join(', ');
    throw new AppError({
      code: 'NOT_FOUND',
      message: `The cluster serves no resource "${name}".${similar && ` Similar: ${similar}.`}${unavailable && ` Not known, because these APIs do not answer: ${unavailable}.`} Use a plural name such as "pods" or "deployments.apps".`,
    });
  }

  find(name: string): ApiResource | undefined {
    const [first = '', ...suffix] = name.toLowerCase().split('.');
    const group = suffix.join('.');
    const named = this.resources.filter((resource) => isCalled(resource, first));
    if (group === '') return named[0];
    return named.find((each) => each.group === group || `${each.version}.${each.group}` === group);
  }

  /** Finds the resource of an object by its `apiVersion` and `kind`. */
  findKind({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): ApiResource | undefined {
    const ofKind = this.resources.filter((resource) => resource.kind === kind);
    const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
    return (
      ofKind.find((resource) => apiVersionOf(resource) === apiVersion) ??
      ofKind.find((resource) => resource.group === group)
    );
  }

  #similarTo(name: string): readonly string[] {
    const word = (name.toLowerCase().split('.')[0] ?? '').replace(/s$/, '').slice(0, 40);
    const near = this.resources.filter(
      ({ plural, singular }) =>
        word.length > 1 && (plural.includes(word) || (singular !== '' && word.includes(singular))),
    );
    return [...new Set(near.map(qualifiedNameOf))].slice(0, 5);
  }
}

function isCalled({ plural, singular, kind, shortNames }: ApiResource, name: string): boolean {
  return plural === name || singular === name || kind.toLowerCase() === name || shortNames.includes(name);
}
