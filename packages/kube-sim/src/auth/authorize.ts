import { StatusError } from '../errors/status-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { findGrant, type AccessRequest } from './rbac.ts';
import type { User } from './user.ts';

/** Lets an allowed request pass. @throws StatusError 403 in the words of the real server */
export function authorize(store: ObjectStore, user: User, request: AccessRequest): void {
  if (findGrant(store, user, request) !== undefined) return;
  throw request.path === undefined ? forbiddenResource(user, request) : forbiddenPath(user, request);
}

function forbiddenPath(user: User, { verb, path = '' }: AccessRequest): StatusError {
  const message = `forbidden: User "${user.name}" cannot ${verb} path "${path}"`;
  return new StatusError({ code: 403, reason: 'Forbidden', message, details: {} });
}

function forbiddenResource(user: User, request: AccessRequest): StatusError {
  const { verb, group = '', resource = '', subresource, namespace, name } = request;
  const qualified = group === '' ? resource : `${resource}.${group}`;
  const subject = name === undefined ? qualified : `${qualified} "${name}"`;
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  const place = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `${subject} is forbidden: User "${user.name}" cannot ${verb} resource "${target}" in API group "${group}" ${place}`,
    details: { ...(name !== undefined && { name }), ...(group !== '' && { group }), kind: resource },
  });
}
