import { toDatabaseError } from './to-database-error.ts';

/** Wraps a store so that all its methods throw `AppError`: the one place where a driver's errors are translated. */
export function guardStore<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          return await member.apply(target, args);
        } catch (thrown) {
          throw toDatabaseError(thrown);
        }
      };
    },
  });
}
