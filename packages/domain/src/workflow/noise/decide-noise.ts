import type { RuleEvent } from '../execution/rule-event.ts';
import { parseDuration } from '../parse-duration.ts';
import type { MaintenanceCalendar } from './maintenance-calendar.ts';
import { listNoiseSlots, type NoiseMemory, type NoiseSlot, toSlotText } from './noise-slot.ts';
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
export interface NoiseInput {
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
  const { rule, event, executionId, calendar, silences, memories } = input;
  const time = event.createdAt.getTime();
  const window = calendar(time);
  if (window !== undefined) return suppressed('maintenance', `Maintenance${because(window.reason)}.`);
  const silence = findSilence(silences, event.row, time);
  if (silence !== undefined) {
    return suppressed('silence', `Silenced until ${silence.until.toISOString()}${because(silence.reason)}.`);
  }
  const { threshold, deduplicate, group } = rule.noise;
  const slots = listNoiseSlots({ ruleId: rule.id, noise: rule.noise }, event);
  const slotOf = (kind: NoiseSlot['kind']) => slots.find((slot) => slot.kind === kind) as NoiseSlot;
  const recall = (slot: NoiseSlot) => memories.get(toSlotText(slot))?.memory;
  const remember = (slot: NoiseSlot, memory: Omit<NoiseMemory, 'isOpen'>, expiresAt: number): void => {
    memories.set(toSlotText(slot), { slot, memory: { ...memory, isOpen: true }, expiresAt });
  };

  if (threshold !== undefined) {
    const slot = slotOf('threshold');
    const windowMs = toMs(threshold.window);
    const times = [...(recall(slot)?.times ?? []), time];
    const newest = Math.max(...times);
    const counted = times.filter((each) => each > newest - windowMs);
    const isReached = counted.length >= threshold.count;
    remember(slot, { times: isReached ? [] : counted, executionId: null }, newest + windowMs);
    if (!isReached) {
      return suppressed(
        'threshold',
        `Event ${counted.length} of the ${threshold.count} that are needed within ${threshold.window}.`,
      );
    }
  }
  if (deduplicate !== undefined) {
    const { times = [], executionId: earlier = null } = recall(slotOf('duplicate')) ?? {};
    const start = times.find((each) => Math.abs(time - each) < toMs(deduplicate.window));
    if (start !== undefined) {
      const fields = deduplicate.fields.join(', ');
      const reason = `Same ${fields} as the event of ${toTimeText(start)}, less than ${deduplicate.window} apart.`;
      return suppressed('duplicate', reason, earlier);
    }
  }
  const rememberStart = (id: string): void => {
    if (deduplicate === undefined) return;
    remember(slotOf('duplicate'), { times: [time], executionId: id }, time + toMs(deduplicate.window));
  };
  if (group === undefined) {
    rememberStart(executionId);
    return { isStart: true, startsAt: undefined };
  }
  const slot = slotOf('group');
  const open = recall(slot);
  const [begin = 0] = open?.times ?? [];
  const windowMs = toMs(group.window);
  if (open?.isOpen === true && open.executionId !== null && time < begin + windowMs) {
    rememberStart(open.executionId);
    const reason = `Joined the group that began at ${toTimeText(begin)}; one execution for the events of ${group.window}.`;
    return suppressed('group', reason, open.executionId);
  }
  rememberStart(executionId);
  remember(slot, { times: [time], executionId }, time + windowMs);
  return { isStart: true, startsAt: time + windowMs };
}

function suppressed(kind: SuppressionKind, reason: string, executionId: string | null = null): NoiseDecision {
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
