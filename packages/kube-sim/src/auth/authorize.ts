import type { IncomingHttpHeaders } from 'node:http';
import { type AccessRequest, findGrant } from './rbac.ts';
import { authenticated, serviceAccountUser, type User } from './user.ts';
import { NotServed } from '../errors/not-served.ts';
import { StatusError } from '../errors/status-error.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Authorizes a request. @throws StatusError 403 in the words of a real server */
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

/** The effective user: the one of the impersonation headers, if the caller may impersonate it. @throws StatusError 403 */
export function impersonate(
  store: ObjectStore,
  user: User,
  { headers, path }: { readonly headers: IncomingHttpHeaders; readonly path: string },
): User {
  const name = headers['impersonate-user'];
  const groups = listHeader(headers['impersonate-group']);
  if (typeof name !== 'string') {
    if (groups.length > 0) throw withoutUser(path, groups);
    return user;
  }
  const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(name);
  if (account) {
    const [, namespace = '', accountName = ''] = account;
    authorize(store, user, { verb: 'impersonate', resource: 'serviceaccounts', namespace, name: accountName });
  } else authorize(store, user, { verb: 'impersonate', resource: 'users', name });
  for (const group of groups) authorize(store, user, { verb: 'impersonate', resource: 'groups', name: group });
  if (account && groups.length === 0) return serviceAccountUser(account[1] ?? '', account[2] ?? '');
  return authenticated(name, groups);
}

function withoutUser(path: string, groups: readonly string[]): NotServed {
  const requested = groups.map((group) => `{Group  ${group}    }`).join(' ');
  const why = `requested [${requested}] without impersonating a user`;
  return new NotServed(500, `Internal Server Error: ${JSON.stringify(path)}: ${why}\n`);
}

function listHeader(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;
}
