import type { Principal } from '@shipmate/core';
import type { TriggerName } from '../trigger.ts';
import type { ReplayedEvent } from './replay-rule.ts';

/** The stored events to read. */
export interface RuleEventQuery {
  readonly entity: string;
  readonly trigger: TriggerName;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** `next` of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Reader for stored events. **Contract.** A caller reads the events of their organization, without manual starts and schedules of one
 * rule; credentials of one workspace read none.
 */
export interface RuleEventHistory {
  /** Reads a page of events, oldest first; `next` is null after the last one. */
  list(
    principal: Principal,
    query: RuleEventQuery,
  ): Promise<{ readonly events: readonly ReplayedEvent[]; readonly next: string | null }>;
}
