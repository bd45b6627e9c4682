import { uuidv7 } from 'uuidv7';

/** Makes an id: a UUIDv7, so that ids sort by the time they were made. */
export function newId(): string {
  return uuidv7();
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID; anything else can be no id of ours and is answered as absent. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}
