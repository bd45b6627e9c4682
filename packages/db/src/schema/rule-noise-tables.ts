import type {
  NoiseSlotKind,
  RuleMocks,
  RuleSilence,
  RuleTestEvent,
  RuleTestExpectation,
  SuppressionKind,
} from '@shipmate/domain/workflow';
import type { ColumnType, Generated } from 'kysely';

export interface RuleSilenceTable {
  id: string;
  organization_id: string;
  rule_id: string;
  match: ColumnType<RuleSilence['match'], string, never>;
  reason: string;
  created_by_user_id: string;
  created_at: Generated<Date>;
  ends_at: Date;
  removed_at: ColumnType<Date | null, undefined, Date>;
}

export interface RuleNoiseMemoryTable {
  rule_id: string;
  kind: NoiseSlotKind;
  digest: ColumnType<unknown, never, never>;
  times: ColumnType<number[], never, never>;
  execution_id: string | null;
  expires_at: Date;
}

export interface RuleSuppressionTable {
  event_id: string;
  rule_id: string;
  sequence: Generated<string>;
  organization_id: string;
  revision: number;
  kind: SuppressionKind;
  reason: string;
  execution_id: string | null;
}

export interface RuleTestTable {
  id: string;
  organization_id: string;
  rule_id: string;
  name: string;
  /** Times are ISO texts. */
  events: ColumnType<readonly (Omit<RuleTestEvent, 'at'> & { readonly at: string })[], string, never>;
  mocks: ColumnType<RuleMocks, string, never>;
  expected: ColumnType<RuleTestExpectation, string, never>;
  created_by_user_id: string;
  created_at: Generated<Date>;
}
