/** Returns an object with further members, each of which is computed when it is first read, once. */
export function withLazyMembers<Members extends object, Lazy extends object>(
  members: Members,
  lazy: { readonly [Name in keyof Lazy]: () => Lazy[Name] },
): Members & Lazy {
  const getters = Object.entries<() => unknown>(lazy).map(([name, compute]) => [name, toGetter(compute)]);
  return withMembers(members, Object.fromEntries(getters) as PropertyDescriptorMap) as Members & Lazy;
}

/** Returns an object with other members in place of some. It reads no lazy member that it keeps. */
export function overrideMembers<Members extends object>(object: Members, members: Partial<Members>): Members {
  return withMembers(object, Object.getOwnPropertyDescriptors(members)) as Members;
}

function withMembers(object: object, members: PropertyDescriptorMap): object {
  return Object.create(Object.getPrototypeOf(object) as object | null, {
    ...Object.getOwnPropertyDescriptors(object),
    ...members,
  }) as object;
}

function toGetter(compute: () => unknown): PropertyDescriptor {
  let known: { readonly value: unknown } | undefined;
  return { enumerable: true, configurable: true, get: () => (known ??= { value: compute() }).value };
}
