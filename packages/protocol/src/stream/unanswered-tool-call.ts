/** What a person reads of a tool call whose run ended before its answer. */
export const unansweredToolCall = 'The run ended before this tool answered.';
