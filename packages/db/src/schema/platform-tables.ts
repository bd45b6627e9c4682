import type { JsonValue } from '@shipmate/core';
import type { EntityField, IncomingWebhook, Row } from '@shipmate/domain/workflow';
import type { ColumnType, Generated } from 'kysely';

export interface IncomingWebhookTable {
  id: string;
  organization_id: string;
  name: string;
  description: string;
  fields: ColumnType<IncomingWebhook['fields'], string, never>;
  /** A new secret increments it. */
  generation: Generated<number>;
  created_at: Generated<Date>;
  last_delivery_at: ColumnType<Date | null, undefined, Date>;
}

export interface WebhookDeliveryTable {
  id: Generated<string>;
  organization_id: string;
  webhook_id: string;
  delivery_id: string;
  /** Values of the webhook's fields. */
  field_values: ColumnType<Row, string, never>;
  body: ColumnType<JsonValue, string, never>;
  created_at: Generated<Date>;
}

export interface PlatformCheckTable {
  organization_id: string;
  name: string;
  leased_until: ColumnType<Date, never, never>;
}

/** A table of the operator that rules watch. */
export interface RegisteredEntityTable {
  /** `schema.table`. */
  name: string;
  id: string;
  description: string;
  key: string;
  fields: ColumnType<readonly EntityField[], string, string>;
}
