import type { ConversationDetail, FileView } from '@shipmate/protocol';
import { getToolName, isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';

/** What follow-ups are derived from. */
export interface FollowUpState {
  readonly files: readonly Pick<FileView, 'path' | 'content' | 'contentPending' | 'pendingOp'>[];
  readonly answer: ChatMessage;
  /** What a model thought of. */
  readonly thought: ConversationDetail['followUps'] | undefined;
  /** Whether the scripted model answers, which understands a few requests only. */
  readonly isDemo: boolean;
  /** Whether the next answer may change templates, and not values alone. */
  readonly mayAddTemplates: boolean;
}

const maxFollowUps = 3;

/**
 * What a model thought of or, where it did not, questions that fit the chart as it is after an answer; none while it thinks, and when
 * the answer did not come to its end.
 */
export function suggestFollowUps(state: FollowUpState): readonly string[] {
  const { files, answer, thought, isDemo, mayAddTemplates } = state;
