import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { beginReplay, type ReplayResult, type RuleDefinition } from '@shipmate/domain/workflow';
import type { ComputePort } from '@shipmate/tools';

/** Events of one page, and of a whole replay. */
const limits = { page: 200, events: 10_000 } as const;

/** The stored events to replay, and the caller. */
interface ReplayRange {
  readonly principal: Principal;
  readonly from: Date;
  readonly to: Date;
  readonly signal: AbortSignal;
}

/** The reactions of a rule to stored events. */
export interface RuleReplay extends ReplayResult {
  readonly events: number;
  /** Null if every event of the range was read; else the time of the last one. */
  readonly stoppedAt: Date | null;
}

/**
 * Replays the stored events of a definition's entity and trigger, in order; nothing takes effect. Reads at most 10,000 events in pages;
 * silences and manual starts are left out.
 */
export async function replayRule(
  { unitOfWork, compute }: { readonly unitOfWork: UnitOfWork; readonly compute: ComputePort },
  definition: RuleDefinition,
  { principal, from, to, signal }: ReplayRange,
): Promise<RuleReplay> {
  const { entity, trigger } = definition;
  const rule = { definition, ownerUserId: principal.userId, silences: [] };
  let state = beginReplay();
  let events = 0;
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const query = { entity, trigger, from, to, after, limit: limits.page };
    const page = await unitOfWork.stores.ruleEventHistory.list(principal, query);
    state = await compute.run('replayEvents', [rule, page.events, state], { principal, signal });
    events += page.events.length;
    after = page.next;
    if (after === null) return { ...state.result, events, stoppedAt: null };
    if (events >= limits.events) return { ...state.result, events, stoppedAt: page.events.at(-1)?.createdAt ?? to };
  }
}
