import { AppError } from '@shipmate/core';
import { type ApiResource, apiVersionOf } from './api-resource.ts';

/** The place of one object, or of all objects of a kind. */
export interface ObjectPlace {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** A subresource, such as `log`. */
  readonly subresource?: string;
}

const segment = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,252}$/;

/**
 * Returns the path of objects under the API server's root. Each part is a single plain segment.
 *
 * @throws AppError `VALIDATION_ERROR` for an invalid namespace or name.
 */
export function toResourcePath(resource: ApiResource, { namespace, name, subresource }: ObjectPlace): string {
  const root = resource.group === '' ? 'api' : 'apis';
  const inNamespace =
    resource.namespaced && namespace !== undefined ? ['namespaces', check('namespace', namespace)] : [];
  const named = name === undefined ? [] : [check('name', name)];
  return [
    '',
    root,
    apiVersionOf(resource),
    ...inNamespace,
    resource.plural,
    ...named,
    ...(subresource ? [subresource] : []),
  ].join('/');
}

function check(field: string, value: string): string {
  if (segment.test(value)) return encodeURIComponent(value);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `${JSON.stringify(value.slice(0, 80))} cannot be the ${field} of an object: it takes letters, digits, "-" and "." and begins with a letter or digit.`,
    details: { field },
  });
}
