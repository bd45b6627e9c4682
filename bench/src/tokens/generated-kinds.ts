import type { CustomKind } from './custom-kinds.ts';

/** Generates kinds of made-up operators, ten for each group. */
export function generateKinds(count: number): readonly CustomKind[] {
  return Array.from({ length: count }, (_, index) => ({
    group: `operator${Math.floor(index / 10)}.example.com`,
    version: 'v1',
    kind: `Resource${index}`,
  }));
}
