import type { JsonValue } from '../json/json-value.ts';

/** Something that a user interface is told of a tool's outcome, for example `workflow_preview`. */
export interface ClientEvent {
  readonly type: string;
  readonly data: JsonValue;
}
