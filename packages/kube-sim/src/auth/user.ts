/** An authenticated or anonymous user. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Creates a user in the group `system:authenticated`. */
export function authenticated(name: string, groups: readonly string[] = []): User {
  return { name, groups: [...new Set([...groups, 'system:authenticated'])] };
}

/** The user of a service account. */
export function serviceAccountUser(namespace: string, name: string): User {
  return authenticated(`system:serviceaccount:${namespace}:${name}`, [
    'system:serviceaccounts',
    `system:serviceaccounts:${namespace}`,
  ]);
}
