import type { JsonValue } from '@shipmate/core';
import type { RuleEvent } from '../execution/rule-event.ts';
import type { RuleNoise } from './rule-noise.ts';

/** The parts of noise control that remember earlier events. */
const noiseSlotKinds = ['threshold', 'duplicate', 'group'] as const;
export type NoiseSlotKind = (typeof noiseSlotKinds)[number];

/** The place at which a rule remembers events whose fields have the same values. */
export interface NoiseSlot {
  readonly ruleId: string;
  readonly kind: NoiseSlotKind;
  /** The names and values of the fields, as JSON. */
  readonly key: string;
}

/** The memory of a slot. Times are milliseconds since 1970, by the database's clock. */
export interface NoiseMemory {
  /** `threshold`: the events counted so far. `duplicate`: the last start. `group`: the first event. */
  readonly times: readonly number[];
  /** The execution that the events belong to. */
  readonly executionId: string | null;
  /** False for a group whose execution has started, so that no event can join it. */
  readonly isOpen: boolean;
}

/** Returns the slots that an event uses, in the order in which noise control reads them. */
export function listNoiseSlots(
  { ruleId, noise }: { readonly ruleId: string; readonly noise: RuleNoise },
  event: Pick<RuleEvent, 'row' | 'entityKey'>,
): readonly NoiseSlot[] {
  const fieldsByKind = {
    threshold: noise.threshold?.fields,
    duplicate: noise.deduplicate?.fields,
    group: noise.group?.fields,
  };
  return noiseSlotKinds.flatMap((kind) => {
    const fields = fieldsByKind[kind];
    return fields === undefined ? [] : [{ ruleId, kind, key: toKey(fields, event) }];
  });
}

/** Returns the text by which maps find a slot. */
export function toSlotText({ ruleId, kind, key }: NoiseSlot): string {
  return `${ruleId} ${kind} ${key}`;
}

function toKey(fields: readonly string[], { row, entityKey }: Pick<RuleEvent, 'row' | 'entityKey'>): string {
  const valueOf = (field: string): JsonValue => {
    if (Object.hasOwn(row, field)) return row[field] ?? null;
    return field === 'entity_id' ? entityKey : null;
  };
  return JSON.stringify(fields.toSorted().map((field) => [field, valueOf(field)]));
}
