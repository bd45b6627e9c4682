/** Who makes a request. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Adds the group that everybody who proved an identity is in. */
export function authenticated(name: string, groups: readonly string[] = []): User {
  return { name, groups: [...new Set([...groups, 'system:authenticated'])] };
}

/** The user that a pod's service account is. */
export function serviceAccountUser(namespace: string, name: string): User {
  return authenticated(`system:serviceaccount:${namespace}:${name}`, [
    'system:serviceaccounts',
    `system:serviceaccounts:${namespace}`,
  ]);
}
