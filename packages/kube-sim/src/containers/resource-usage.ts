import { asObject, type JsonObject } from '../object/json-value.ts';
import { parseQuantity } from '../object/quantity.ts';
import type { Behaviour } from '../rules/image-rule.ts';

/** What a container uses at a moment. */
export interface ResourceUsage {
  /** Processors. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

/** What a container uses of which nothing is declared. */
const idle: ResourceUsage = { cpu: 0.001, memory: 10 * 2 ** 20 };

/** What a container uses so many seconds after its start; processors are held to its limit. */
export function usageAt(container: JsonObject, behaviour: Behaviour, age: number): ResourceUsage & { shared: boolean } {
  const steps = behaviour.usage.filter(({ after }) => after <= age);
  const cpu = steps.findLast((step) => step.cpu !== undefined);
  const memory = steps.findLast((step) => step.memory !== undefined)?.memory;
  return {
    cpu: Math.min(parseQuantity(cpu?.cpu) ?? idle.cpu, limitOf(container, 'cpu')),
    memory: parseQuantity(memory) ?? idle.memory,
    shared: cpu?.shared ?? false,
  };
}

/** How many seconds after its start a container needs more memory than it may have, if it ever does. */
export function outOfMemoryAfter(container: JsonObject, { usage }: Behaviour): number | undefined {
  const limit = limitOf(container, 'memory');
  return usage.find(({ memory }) => (parseQuantity(memory) ?? 0) > limit)?.after;
}

function limitOf(container: JsonObject, name: 'cpu' | 'memory'): number {
  return parseQuantity(asObject(asObject(container['resources'])['limits'])[name]) ?? Number.POSITIVE_INFINITY;
}
