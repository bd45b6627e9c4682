import { randomUUID } from 'node:crypto';

const acceptable = /^[\w.:-]{1,128}$/;

/** Returns the caller's request id when it is safe for a log line, else a new one. */
export function toRequestId(incoming: string | undefined): string {
  return incoming !== undefined && acceptable.test(incoming) ? incoming : randomUUID();
}
