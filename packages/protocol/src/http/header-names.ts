/** Id of a tool call's workspace. */
export const workspaceHeader = 'x-shipmate-workspace';

/** Id of a tool call's run. */
export const runHeader = 'x-shipmate-run';

/** Response header of `POST /api/chat`: the id of the conversation. */
export const conversationHeader = 'x-shipmate-conversation';

/** Id of the call in its run, for a call that a person approved. */
export const toolCallHeader = 'x-shipmate-tool-call';

/** Id of a call's approval: sent with the same call again, it requests the call's result. */
export const approvalHeader = 'x-shipmate-approval';

/** Id of a request in every process and log line. */
export const requestIdHeader = 'x-request-id';
