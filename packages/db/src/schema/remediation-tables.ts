import type { JsonValue } from '@shipmate/core';
import type {
  ActionProgress,
  HealthCheck,
  RemediationAnalysis,
  RemediationApproval,
  RemediationMode,
  RemediationPlan,
  RemediationSpent,
  RemediationStatus,
  RemediationWatch,
  RiskLevel,
} from '@shipmate/domain/remediation';
import type { ColumnType, Generated } from 'kysely';

export interface RemediationTable {
  id: string;
  organization_id: string;
  user_id: string;
  issue: string;
  mode: RemediationMode;
  max_risk: RiskLevel;
  context: string | null;
  model: string | null;
  alert_group: string | null;
  alert_firing: string | null;
  status: RemediationStatus;
  reason: string | null;
  analysis: ColumnType<RemediationAnalysis | null, string | null, string | null>;
  plan: ColumnType<RemediationPlan | null, string | null, string | null>;
  approval: ColumnType<RemediationApproval | null, string | null, string | null>;
  progress: ColumnType<readonly ActionProgress[], string, string>;
  checks: ColumnType<readonly HealthCheck[], string, string>;
  watch: ColumnType<RemediationWatch | null, never, string | null>;
  spent: ColumnType<RemediationSpent | null, never, string>;
  created_at: Generated<Date>;
  expires_at: Date | null;
  ended_at: Date | null;
}

export interface RemediationCallTable {
  remediation_id: string;
  position: Generated<string>;
  id: string;
  tool: string;
  input: ColumnType<JsonValue, string, never>;
  output: string;
  is_error: boolean;
}
