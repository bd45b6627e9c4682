import type { RunEvent, StoredRunEvent } from '@shipmate/domain';
import { toAgentChatFrame, type AgentChatFrame } from './agent-chat-frame.ts';

type Content = Extract<RunEvent, { type: 'content' }>;

/** Writes what was said as `content_chunk` events, one for each delta that is not empty. */
export type ContentFrames = (sequence: StoredRunEvent['sequence'], content: Content) => readonly AgentChatFrame[];

export const toContentFrames: ContentFrames = (sequence, { deltas }) =>
  deltas.flatMap((chunk, index) =>
    chunk === '' ? [] : [toAgentChatFrame({ sequence, index }, { event: 'content_chunk', data: { chunk } })],
  );

/** Makes a {@link ContentFrames} that writes an event once for all who read it at about the same time. */
export function shareContentFrames(): ContentFrames {
  const written = new WeakMap<Content, readonly AgentChatFrame[]>();
  return (sequence, content) => {
    const known = written.get(content);
    if (known) return known;
    const frames = toContentFrames(sequence, content);
    written.set(content, frames);
    return frames;
  };
}
