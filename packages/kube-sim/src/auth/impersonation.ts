import type { IncomingHttpHeaders } from 'node:http';
import { NotServed } from '../http/not-served.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { authorize } from './authorize.ts';
import { authenticated, serviceAccountUser, type User } from './user.ts';

/** The user whom the request's headers put in place of the real one, who must be allowed to. @throws StatusError 403 */
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
