import type { JsonValue } from '@shipmate/core';

/** Severities of alerts, lowest first. */
export const alertSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** Statuses of alerts. `dismissed` and `resolved` are final. */
export const alertStatuses = ['active', 'acknowledged', 'dismissed', 'resolved'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** The rule execution and the row that an alert is about. */
interface AlertSource {
  /** `schema.table`; null for an alert without a row. */
  readonly entity: string | null;
  /** The row's key. */
  readonly entityId: string | null;
  /** Null for an alert that no rule created, and after the rule was removed. */
  readonly ruleId: string | null;
  readonly ruleName: string | null;
  /** The run of the rule's execution. */
  readonly executionId: string | null;
}

/** An alert to store. */
export interface NewAlert {
  readonly id: string;
  readonly alertType: string;
  readonly severity: AlertSeverity;
  readonly title: string;
  readonly message: string;
  readonly context: Readonly<Record<string, JsonValue>>;
  readonly actionUrl: string | null;
  readonly source: AlertSource;
  readonly recipients: { readonly users: readonly string[]; readonly roles: readonly string[] };
  /** Resolves earlier open alerts with the same type and the same row. */
  readonly resolvePrior: boolean;
}

/** A stored alert of an organization. */
export interface Alert extends Omit<NewAlert, 'recipients' | 'resolvePrior'> {
  readonly organizationId: string;
  readonly status: AlertStatus;
  readonly recipients: {
    readonly users: readonly { readonly id: string; readonly name: string; readonly email: string }[];
    readonly roles: readonly string[];
  };
  /** Oldest first. */
  readonly acknowledgments: readonly {
    readonly userId: string;
    readonly userName: string;
    readonly notes: string | null;
    readonly at: Date;
  }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
