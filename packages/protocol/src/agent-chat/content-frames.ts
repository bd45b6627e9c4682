import type { RunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import { toAgentChatFrame, type AgentChatFrame } from './agent-chat-frame.ts';

type Content = Extract<RunEvent, { type: 'content' }>;

/** Encodes content as `content_chunk` events, one for each non-empty delta. */
export type ContentFrames = (content: Content, place: Omit<BroadcastRunEvent, 'event'>) => readonly AgentChatFrame[];

export const toContentFrames: ContentFrames = ({ deltas }, { sequence, firstDelta = 0 }) =>
  deltas.flatMap((chunk, place) => {
    const id = { sequence, index: firstDelta + place };
    return chunk === '' ? [] : [toAgentChatFrame(id, { event: 'content_chunk', data: { chunk } })];
  });

/** Creates a {@link ContentFrames} that encodes an event once for all readers at about the same position. */
export function shareContentFrames(): ContentFrames {
  const written = new WeakMap<Content, readonly AgentChatFrame[]>();
  return (content, place) => {
    const known = written.get(content);
    if (known) return known;
    const frames = toContentFrames(content, place);
    written.set(content, frames);
    return frames;
  };
}
