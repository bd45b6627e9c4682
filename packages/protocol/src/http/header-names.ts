/** The workspace that a tool call is about. */
export const workspaceHeader = 'x-shipmate-workspace';

/** The run on whose behalf a tool is called. */
export const runHeader = 'x-shipmate-run';

/** Follows a request through every process and log line. */
export const requestIdHeader = 'x-request-id';
