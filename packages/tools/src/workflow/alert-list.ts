import { fenceText } from '@shipmate/core';
import { type Alert, type AlertPage, alertSeverities, alertStatuses } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** Rows of a page unless the call says otherwise. */
const defaultRows = 50;
const maxRows = 200;

const numeral = z.string().regex(/^\d{1,5}$/, 'must be a number, as a string');

/** The filter and the page of a list of alerts. */
export const alertListInput = z.object({
  status: z.enum(alertStatuses).default('active'),
  severity: z.enum(alertSeverities).optional(),
  page: numeral.optional().describe('From "1"'),
  rows: numeral.optional().describe(`Alerts of a page; "${defaultRows}" by default, at most "${maxRows}"`),
});

/** A page of alerts in short. */
export const alertListSchema = z.object({
  /** The rule that the list is about. */
  rule: z.object({ id: z.string(), name: z.string() }).optional(),
  results: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      message: z.string(),
      severity: z.enum(alertSeverities),
      status: z.enum(alertStatuses),
      created_at: z.string(),
      recipients: z.array(z.string()),
    }),
  ),
  total: z.number().int(),
  showing: z.number().int(),
  has_more: z.boolean(),
});
type AlertList = z.output<typeof alertListSchema>;

/** Converts the input of a list to a query of the store. */
export function toAlertQuery({ status, severity, page, rows }: z.output<typeof alertListInput>) {
  const limit = Math.min(Math.max(Number(rows ?? defaultRows), 1), maxRows);
  return { status, severity, limit, offset: (Math.max(Number(page ?? 1), 1) - 1) * limit };
}

/** Converts a page of alerts to a tool's result. */
export function toAlertList({ alerts, total }: AlertPage, offset: number): Omit<AlertList, 'rule'> {
  return {
    results: alerts.map(({ id, title, message, severity, status, createdAt, ...alert }) => ({
      id,
      title,
      message,
      severity,
      status,
      created_at: createdAt.toISOString(),
      recipients: recipientNames(alert),
    })),
    total,
    showing: alerts.length,
    has_more: offset + alerts.length < total,
  };
}

/** Names the recipients of an alert: users, then roles. */
export function recipientNames({ recipients: { users, roles } }: Pick<Alert, 'recipients'>): string[] {
  return [...users.map(({ name }) => name), ...roles];
}

/** The view of the model. Alerts repeat values of rows, which others wrote. */
export function alertsToModel(output: unknown): string {
  return fenceText(JSON.stringify(output), { source: 'alert' });
}
