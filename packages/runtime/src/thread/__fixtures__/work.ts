import { env } from 'node:process';

/** The module of the pools in tests. */
export function work(input: { readonly kind: string; readonly value?: number }): unknown {
  switch (input.kind) {
    case 'double':
      return 2 * (input.value ?? 0);
    case 'environment':
      return Object.keys(env);
    case 'spin':
      for (;;);
    case 'allocate': {
      const all: unknown[] = [];
      for (;;) all.push(Array.from({ length: 100_000 }, () => 0));
    }
    default:
      throw new Error(`no work of kind ${input.kind}`);
  }
}
