import type { JsonValue } from '../json/json-value.ts';

/** An event for a user interface about the outcome of a tool call, for example `workflow_preview`. */
export interface ClientEvent {
  readonly type: string;
  readonly data: JsonValue;
}
