import { env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The module of the pools in tests. */
export function work(input: { readonly kind: string; readonly value?: number; readonly ms?: number }): unknown {
  switch (input.kind) {
    case 'double':
      return 2 * (input.value ?? 0);
    case 'environment':
      return Object.keys(env);
    case 'wait':
      return sleep(input.ms);
    case 'spin':
      for (;;);
    case 'allocate': {
      const all: unknown[] = [];
      for (;;) all.push(Array.from({ length: 20_000 }).fill({}));
    }
    default:
      throw new Error(`no work of kind ${input.kind}`);
  }
}
