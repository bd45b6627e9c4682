import { uuidv7 } from 'uuidv7';

/** Creates an id: a UUIDv7, so that ids sort by creation time. */
export function newId(): string {
  return uuidv7();
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Checks whether a text is a UUID; any other text is not a valid id and is treated as not found. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}
