import type { RuleEvent } from '../execution/rule-event.ts';
import { parseDuration } from '../parse-duration.ts';
import type { MaintenanceCalendar } from './maintenance-calendar.ts';
import { listNoiseSlots, type NoiseMemory, type NoiseSlot, type NoiseSlotKind, toSlotText } from './noise-slot.ts';
import type { RuleNoise, SuppressionKind } from './rule-noise.ts';
import { findSilence, type RuleSilence } from './rule-silence.ts';

/** The memories of slots by {@link toSlotText}; {@link decideNoise} changes them. */
export type NoiseMemories = Map<
  string,
  { readonly slot: NoiseSlot; readonly memory: NoiseMemory; readonly expiresAt: number }
>;

/** The decision on an event that matches a rule. */
export type NoiseDecision =
  /** The event begins the execution; `startsAt` is the end of its group's window, in milliseconds since 1970. */
  | { readonly isStart: true; readonly startsAt: number | undefined }
  | {
      readonly isStart: false;
      readonly kind: SuppressionKind;
      /** One sentence for a person. */
      readonly reason: string;
      /** The execution that the event repeats or joins. */
      readonly executionId: string | null;
    };

/** Input of {@link decideNoise}. */
interface NoiseInput {
  readonly rule: { readonly id: string; readonly noise: RuleNoise };
  readonly event: Pick<RuleEvent, 'row' | 'entityKey' | 'createdAt'>;
  /** The execution that the event would begin. */
  readonly executionId: string;
  readonly calendar: MaintenanceCalendar;
  readonly silences: readonly RuleSilence[];
  readonly memories: NoiseMemories;
}

/**
 * Decides whether an event that matches a rule begins an execution: outside of maintenance and silences, at the event that completes
 * the threshold, once for duplicates, and once for a group. Windows count from the times of the events, not from the time of
 * the decision, so that a late decision is the same.
 */
export function decideNoise(input: NoiseInput): NoiseDecision {
  const { rule, event, executionId } = input;
  const { threshold, deduplicate, group } = rule.noise;
  const time = event.createdAt.getTime();
  const use: NoiseUse = { time, executionId, ...openMemory(input) };
  const early =
    findPause(input, time) ??
    (threshold && countTowards(threshold, use)) ??
    (deduplicate && findDuplicate(deduplicate, use));
  if (early !== undefined) return early;
  const joined = group && joinGroup(group, use);
  if (deduplicate) {
    const id = joined?.executionId ?? executionId;
    use.remember('duplicate', { times: [time], executionId: id }, time + toMs(deduplicate.window));
  }
  if (joined) return joined;
  if (group === undefined) return { isStart: true, startsAt: undefined };
  const startsAt = time + toMs(group.window);
  use.remember('group', { times: [time], executionId }, startsAt);
  return { isStart: true, startsAt };
}

type Suppressed = Extract<NoiseDecision, { readonly isStart: false }>;

/** The memories of the slots that an event uses. */
interface NoiseUse {
  readonly time: number;
  readonly executionId: string;
  readonly recall: (kind: NoiseSlotKind) => NoiseMemory | undefined;
  readonly remember: (kind: NoiseSlotKind, memory: Omit<NoiseMemory, 'isOpen'>, expiresAt: number) => void;
}

function openMemory({ rule, event, memories }: NoiseInput): Pick<NoiseUse, 'recall' | 'remember'> {
  const slots = listNoiseSlots({ ruleId: rule.id, noise: rule.noise }, event);
  const find = (kind: NoiseSlotKind) => slots.find((slot) => slot.kind === kind);
  return {
    recall: (kind) => {
      const slot = find(kind);
      return slot && memories.get(toSlotText(slot))?.memory;
    },
    remember: (kind, memory, expiresAt) => {
      const slot = find(kind);
      if (slot) memories.set(toSlotText(slot), { slot, memory: { ...memory, isOpen: true }, expiresAt });
    },
  };
}

function findPause({ calendar, silences, event }: NoiseInput, time: number): Suppressed | undefined {
  const window = calendar(time);
  if (window !== undefined) return suppressed('maintenance', `Maintenance${because(window.reason)}.`);
  const silence = findSilence(silences, event.row, time);
  if (silence === undefined) return undefined;
  return suppressed('silence', `Silenced until ${silence.until.toISOString()}${because(silence.reason)}.`);
}

/** Counts an event; `undefined` for the one that completes the count, after which the count begins again. */
function countTowards(
  { count, window }: NonNullable<RuleNoise['threshold']>,
  { time, recall, remember }: NoiseUse,
): Suppressed | undefined {
  const times = [...(recall('threshold')?.times ?? []), time];
  const newest = Math.max(...times);
  const counted = times.filter((each) => each > newest - toMs(window));
  const isReached = counted.length >= count;
  remember('threshold', { times: isReached ? [] : counted, executionId: null }, newest + toMs(window));
  if (isReached) return undefined;
  return suppressed('threshold', `Event ${counted.length} of the ${count} that are needed within ${window}.`);
}

function findDuplicate(
  { fields, window }: NonNullable<RuleNoise['deduplicate']>,
  { time, recall }: NoiseUse,
): Suppressed | undefined {
  const { times = [], executionId = null } = recall('duplicate') ?? {};
  const start = times.find((each) => Math.abs(time - each) < toMs(window));
  if (start === undefined) return undefined;
  const reason = `Same ${fields.join(', ')} as the event of ${toTimeText(start)}, less than ${window} apart.`;
  return suppressed('duplicate', reason, executionId);
}

/** Joins the open group of an event's slot, if there is one. */
function joinGroup({ window }: NonNullable<RuleNoise['group']>, { time, recall }: NoiseUse): Suppressed | undefined {
  const open = recall('group');
  const [begin = 0] = open?.times ?? [];
  if (open?.isOpen !== true || open.executionId === null || time >= begin + toMs(window)) return undefined;
  const reason = `Joined the group that began at ${toTimeText(begin)}; one execution for the events of ${window}.`;
  return suppressed('group', reason, open.executionId);
}

function suppressed(kind: SuppressionKind, reason: string, executionId: string | null = null): Suppressed {
  return { isStart: false, kind, reason, executionId };
}

function because(reason: string | undefined): string {
  const text = reason?.trim().replace(/\.$/, '') ?? '';
  return text === '' ? '' : `: ${text}`;
}

function toTimeText(time: number): string {
  return new Date(time).toISOString();
}

function toMs(window: string): number {
  return parseDuration(window) ?? 0;
}
