import type { IncomingHttpHeaders } from 'node:http';
import { badRequest } from '../errors/refusals.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { authorize } from './authorize.ts';
import { authenticated, serviceAccountUser, type User } from './user.ts';

/** The user whom the request's headers put in place of the real one, who must be allowed to. @throws StatusError 403 */
export function impersonate(store: ObjectStore, user: User, headers: IncomingHttpHeaders): User {
  const name = headers['impersonate-user'];
  const groups = listHeader(headers['impersonate-group']);
  if (typeof name !== 'string') {
    if (groups.length > 0) throw badRequest('requested impersonation without impersonating a user');
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

function listHeader(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;
}
