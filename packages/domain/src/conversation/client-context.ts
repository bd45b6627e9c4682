import type { JsonValue } from '@shipmate/core';

/** What a client says of the state that it shows, for example the nodes of a workflow. It is shown to the model as it is. */
export type ClientContext = Readonly<Record<string, JsonValue>>;
