/** Shown for a tool call whose run ended before its result. */
export const unansweredToolCall = 'The run ended before this tool answered.';
