/** The workspace that a tool call is about. */
export const workspaceHeader = 'x-shipmate-workspace';

/** The run on whose behalf a tool is called. */
export const runHeader = 'x-shipmate-run';

/** Of answers of `POST /api/chat`: the id of the conversation. */
export const conversationHeader = 'x-shipmate-conversation';

/** The call of that run, when it is one of those that a person approved. */
export const toolCallHeader = 'x-shipmate-tool-call';

/** The approval of a call: sent with the same call again, it asks for the call's result. */
export const approvalHeader = 'x-shipmate-approval';

/** Follows a request through every process and log line. */
export const requestIdHeader = 'x-request-id';
