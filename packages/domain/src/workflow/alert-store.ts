import type { Principal } from '@shipmate/core';
import type { Alert, AlertSeverity, AlertStatus, NewAlert } from './alert.ts';

/** The part of a list of alerts to read. */
export interface AlertQuery {
  /** Default: all statuses. */
  readonly status?: AlertStatus | undefined;
  readonly severity?: AlertSeverity | undefined;
  /** Number of alerts to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** A part of a list of alerts, newest first. */
export interface AlertPage {
  readonly alerts: readonly Alert[];
  /** Number of alerts on all pages. */
  readonly total: number;
}

/**
 * Store for alerts. **Contract.** An alert is visible to its recipients, by user or by role, and to the user under whose
 * rights it was created; to others, and to credentials for one workspace, it is `NOT_FOUND`.
 */
export interface AlertStore {
  /**
   * Stores an alert as `active`. Recipients who are not members of the organization are left out.
   *
   * @throws AppError `VALIDATION_ERROR` when no recipient remains
   */
  create(principal: Principal, alert: NewAlert): Promise<Alert>;
  get(principal: Principal, alertId: string): Promise<Alert>;
  /** Lists the alerts of which the caller is a recipient. */
  listForMe(principal: Principal, query: AlertQuery): Promise<AlertPage>;
  /** Lists the visible alerts of a rule. */
  listForRule(principal: Principal, ruleId: string, query: AlertQuery): Promise<AlertPage>;
  /**
   * Notes that the caller has seen an alert; once for each user. An active alert becomes `acknowledged`.
   *
   * @throws AppError `CONFLICT` when the alert is dismissed or resolved
   */
  acknowledge(principal: Principal, alertId: string, notes?: string): Promise<Alert>;
  /** Closes an alert as irrelevant. Idempotent. @throws AppError `CONFLICT` when it is resolved */
  dismiss(principal: Principal, alertId: string): Promise<Alert>;
  /** Closes an alert whose cause is gone. Idempotent. @throws AppError `CONFLICT` when it is dismissed */
  resolve(principal: Principal, alertId: string): Promise<Alert>;
}
