import type { JsonValue } from '@shipmate/core';

/** The state that a client shows, for example the nodes of a workflow. The model sees it unchanged. */
export type ClientContext = Readonly<Record<string, JsonValue>>;
