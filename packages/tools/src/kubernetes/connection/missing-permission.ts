import { AppError } from '@shipmate/core';
import type { RequestPurpose } from './status-failure.ts';

/** As `forbiddenMessage` of k8s.io/apiserver writes it. Quota, admission and webhooks word a 403 differently. */
const denial =
  /^(?:\S+(?: "[^"\n]*")? is )?forbidden: User "((?:[^"\\\n]|\\.)*)" cannot (\S+) (?:path "([^"\n]*)"|resource "([^"\n]*)" in API group "([^"\n]*)"(?: in the namespace "([^"\n]*)")?)/;

/** Returns the error for a permission that an administrator has to grant; `undefined` when a 403 has another cause. */
export function toMissingPermission(message: string, { context }: RequestPurpose): AppError | undefined {
  const match = denial.exec(message);
  if (match === null) return undefined;
  const [, user, verb, path, resource = '', group = '', namespace] = match;
  const missing = {
    verb,
    resource: path ?? toQualifiedName(resource, group),
    ...(namespace !== undefined && { namespace }),
  };
  const scope =
    path !== undefined ? '' : namespace === undefined ? ' for the whole cluster' : ` in namespace "${namespace}"`;
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message:
      `Not permitted: "${verb}" on ${missing.resource}${scope} for user "${user}" (context "${context}"). ` +
      'Go on with what is permitted, or tell the person which permission is missing.',
    details: { missing, user },
    recoverable: false,
  });
}

/** Returns the qualified name, such as `deployments.apps` or `pods/log`. */
function toQualifiedName(resource: string, group: string): string {
  const [plural = '', ...subresource] = resource.split('/');
  return [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
}
