import { AppError, type JsonValue, type Principal } from '@shipmate/core';
import { z } from 'zod';
import type { Row } from '../condition/evaluate-conditions.ts';
import { type EntityField, entityFieldTypes, type EntityType } from '../entity.ts';
import { parseFieldValue } from './parse-field-value.ts';

/** Fields of every delivery, before and after those of its webhook. */
const ownFields = ['id', 'delivery_id', 'body', 'created_at'] as const;

const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, {
  error: 'has to begin with a letter and consist of up to 40 of a-z, 0-9 and _',
});

/** A field that is read from the body of a delivery; `path` names objects and the value by dots, by default the field's name. */
const webhookFieldSchema = z.strictObject({
  name: nameSchema.refine((name) => !ownFields.some((own) => own === name), {
    error: `is a field of every webhook: ${ownFields.join(', ')}`,
  }),
  type: z.enum(entityFieldTypes),
  path: z.string().min(1).max(200).optional(),
});

/** What a person declares of a webhook that receives events. Its entity is `webhooks.<name>`. */
export const newIncomingWebhookSchema = z.strictObject({
  name: nameSchema,
  description: z.string().max(500).default(''),
  fields: z
    .array(webhookFieldSchema)
    .max(30)
    .default([])
    .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
      error: 'has two fields of one name',
    }),
});
export type NewIncomingWebhook = z.output<typeof newIncomingWebhookSchema>;

/** A webhook that receives events of other systems for an organization. */
export interface IncomingWebhook extends NewIncomingWebhook {
  readonly id: string;
  /** Part of the input of its secret; a new secret increments it. */
  readonly generation: number;
  readonly createdAt: Date;
  /** Null until the first delivery. */
  readonly lastDeliveryAt: Date | null;
}

/** A verified delivery. */
export interface WebhookDelivery {
  /** The sender's id, which a repetition has, too. */
  readonly deliveryId: string;
  readonly body: JsonValue;
}

/** Returns the name of a webhook's entity. */
export function toWebhookEntityName(name: string): string {
  return `webhooks.${name}`;
}

/** Returns the entity whose rows are the deliveries of a webhook. */
export function toWebhookEntity({
  id,
  name,
  description,
  fields,
}: NewIncomingWebhook & { readonly id: string }): EntityType {
  const readOnly = (each: Omit<EntityField, 'isWritable'>): EntityField => ({ ...each, isWritable: false });
  return {
    id,
    name: toWebhookEntityName(name),
    description: description === '' ? `Deliveries of the incoming webhook "${name}".` : description,
    key: 'id',
    fields: [
      readOnly({ name: 'id', type: 'uuid', isNullable: false }),
      readOnly({ name: 'delivery_id', type: 'text', isNullable: false }),
      ...fields.map((field) => readOnly({ name: field.name, type: field.type, isNullable: true })),
      readOnly({ name: 'body', type: 'json', isNullable: false }),
      readOnly({ name: 'created_at', type: 'timestamp', isNullable: false }),
    ],
  };
}

/** Reads the declared fields from a body; absent ones are null. @throws AppError `VALIDATION_ERROR` for a value of another type */
export function readWebhookFields({ fields }: Pick<NewIncomingWebhook, 'fields'>, body: JsonValue): Row {
  return Object.fromEntries(
    fields.map(({ name, type, path = name }) => {
      const value = readPath(body, path);
      return [name, parseFieldValue({ name: path, type, isNullable: true, isWritable: false }, value)];
    }),
  );
}

function readPath(body: JsonValue, path: string): JsonValue {
  let value: JsonValue | undefined = body;
  for (const key of path.split('.')) {
    const isObject: boolean = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isObject ? (value as Readonly<Record<string, JsonValue>>)[key] : null;
  }
  return value ?? null;
}

/** @throws AppError `CONFLICT` for a name that a webhook of the organization has */
export function toNameConflict(name: string): AppError {
  return new AppError({ code: 'CONFLICT', message: `The organization has a webhook "${name}". Choose another name.` });
}

/**
 * Store for incoming webhooks. **Contract.** Members see the webhooks of their organization; others, and credentials for one
 * workspace, none. `find` and `receive` serve all organizations: their caller has verified the signature.
 */
export interface IncomingWebhookStore {
  /** @throws AppError `CONFLICT` for a name that exists */
  create(principal: Principal, webhook: NewIncomingWebhook & { readonly id: string }): Promise<IncomingWebhook>;
  /** Lists webhooks by name, at most 100. */
  list(principal: Principal): Promise<readonly IncomingWebhook[]>;
  /** Invalidates the secret of a webhook. @throws AppError `NOT_FOUND` */
  renewSecret(principal: Principal, webhookId: string): Promise<IncomingWebhook>;
  /** Removes a webhook with its deliveries. @throws AppError `NOT_FOUND` */
  remove(principal: Principal, webhookId: string): Promise<void>;
  find(webhookId: string): Promise<IncomingWebhook | undefined>;
  /**
   * Stores a delivery with its event in one transaction; returns false for one that is stored already.
   *
   * @throws AppError `NOT_FOUND`, `VALIDATION_ERROR` for a field of another type
   */
  receive(webhookId: string, delivery: WebhookDelivery): Promise<boolean>;
  /** Deletes the oldest deliveries of all organizations before that number of days, and returns their number. */
  deleteOldDeliveries(deliveries: { readonly olderThanDays: number; readonly limit: number }): Promise<number>;
}
