import { asObject, type JsonObject } from '../object/json-value.ts';
import { parseQuantity } from '../object/quantity.ts';
import type { Behaviour } from '../rules/image-rule.ts';

/** Resource usage of a container at one time. */
export interface ResourceUsage {
  /** CPU cores. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

/** Usage of a container without declared usage. */
const idle: ResourceUsage = { cpu: 0.001, memory: 10 * 2 ** 20 };

/** The usage of a container, by seconds since its start; CPU is capped at its limit. */
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

/** Seconds from a container's start until its memory exceeds the limit; undefined if it never does. */
export function outOfMemoryAfter(container: JsonObject, { usage }: Behaviour): number | undefined {
  const limit = limitOf(container, 'memory');
  return usage.find(({ memory }) => (parseQuantity(memory) ?? 0) > limit)?.after;
}

function limitOf(container: JsonObject, name: 'cpu' | 'memory'): number {
  return parseQuantity(asObject(asObject(container['resources'])['limits'])[name]) ?? Number.POSITIVE_INFINITY;
}
