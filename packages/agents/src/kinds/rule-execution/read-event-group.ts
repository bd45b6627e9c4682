import type { Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import type { Row, RuleDefinition, RuleExecution } from '@shipmate/domain/workflow';

/** The rows of one execution that templates can read. */
const maxRows = 100;

/** The events that an execution stands for. */
export interface RuleEventGroup {
  /** Rows of the events, that of the execution's own event first; at most 100. */
  readonly rows: readonly Row[];
  /** The number of all events. */
  readonly count: number;
}

/** Reads the events of an execution: one, or those that its rule's group collected. */
export async function readEventGroup(
  { ruleNoise }: Pick<Stores, 'ruleNoise'>,
  principal: Principal,
  { execution, definition }: { readonly execution: RuleExecution; readonly definition: RuleDefinition },
): Promise<RuleEventGroup> {
  const { id, event } = execution;
  if (definition.noise?.group === undefined) return { rows: [event.row], count: 1 };
  const joined = await ruleNoise.listGroup(principal, id, maxRows - 1);
  const counts = await ruleNoise.countSuppressed(principal, [id]);
  const count = counts.find(({ kind }) => kind === 'group')?.count ?? 0;
  return { rows: [event.row, ...joined.map(({ row }) => row)], count: 1 + count };
}
