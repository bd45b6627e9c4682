import { maxOpenRows, type FollowOptions, type RunLog } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import type { Run, RunLogHead, RunStore, StoredRunEvent } from '@shipmate/domain/run';
import {
  type AgentChatEncoder,
  type AgentChatEncoderOptions,
  type AgentChatEventId,
  type AgentChatFrame,
  type ContentFrames,
  createAgentChatEncoder,
} from '@shipmate/protocol/agent-chat';
import type { SseStreamOptions } from '@shipmate/server';

/** Options for {@link openPlayback}. */
interface PlaybackOptions {
  readonly runs: Pick<RunStore, 'findLogHead' | 'listEvents'>;
  readonly runLog: Pick<RunLog, 'follow'>;
  readonly run: Run;
  /** Address of the run's page. */
  readonly runUrl: string;
  readonly extensions: boolean;
  /** Shared by the readers of this process. */
  readonly contentFrames: ContentFrames;
  /** The reader's last event; undefined for none. */
  readonly after?: AgentChatEventId | undefined;
}

/** Writes the events of a run from a position: first the stored ones, then each new one as it is stored. */
type Playback = SseStreamOptions['writeAll'];

const pageSize = 500;

/**
 * Opens the events of a run after the reader's position; returns `undefined` when the run is over and everything was
 * read.
 *
 * @throws AppError `GONE` when the position, or the whole log, no longer exists.
 */
export async function openPlayback(options: PlaybackOptions): Promise<Playback | undefined> {
  const { runs, runLog, run } = options;
  const head = await runs.findLogHead(run.id);
  if (!head || head.isDeleted) throw gone('The events of this run were deleted.');
  const encoder = createAgentChatEncoder({ ...encodingOf(options), contentFrames: options.contentFrames });
  const { missed, from } = await replay(options, encoder, head);
  const isLast = head.isComplete && from.after === head.lastSequence;
  if (isLast && missed.length === 0) return undefined;

  return async (write, signal) => {
    await write(framesToText(missed));
    await runLog.follow(run.id, { ...from, signal }, (event) => write(framesToText(encoder.encode(event))));
  };
}

function encodingOf({ run, runUrl, extensions }: PlaybackOptions): AgentChatEncoderOptions {
  return { runId: run.id, conversationId: run.conversationId ?? '', runUrl, extensions };
}

/** A reader's position. */
interface Place {
  /** Frames of the reader's current event that the reader has not received. */
  readonly missed: readonly AgentChatFrame[];
  readonly from: Pick<FollowOptions, 'after' | 'seen'>;
}

/** Replays the reader's events through the encoder and returns the position after them. */
async function replay(options: PlaybackOptions, encoder: AgentChatEncoder, head: RunLogHead): Promise<Place> {
  const { runs, run, after } = options;
  if (!after) return { missed: [], from: { after: 0 } };
  // An earlier request with other options may have ended at an event that this encoder does not send.
  const whole = createAgentChatEncoder({ ...encodingOf(options), extensions: true });
  let frames: readonly AgentChatFrame[] = [];
  let isThere = false;
  let position = 0;
  while (position < after.sequence) {
    const limit = Math.min(pageSize, after.sequence - position);
    const page = await runs.listEvents(run.id, { after: position, limit });
    for (const stored of page) {
      frames = encoder.encode(stored);
      isThere = wasSent(after, stored, whole.encode(stored));
    }
    if (page.length === 0) break;
    position += page.length;
  }
  const isOpen = position < after.sequence && position + maxOpenRows >= after.sequence;
  // The event is being written to the log.
  if (isOpen && !head.isComplete) {
    return { missed: [], from: { after: position, seen: { sequence: after.sequence, deltas: after.index + 1 } } };
  }
  if (!isThere) throw gone('The event no longer exists. Read the run from its beginning.');
  return { missed: frames.filter(({ index }) => index > after.index), from: { after: after.sequence } };
}

/**
 * Returns true when an event was sent under an id. An empty content row counts: the process that sent its deltas crashed
 * before it stored them.
 */
function wasSent(
  { sequence, index }: AgentChatEventId,
  { event, ...stored }: StoredRunEvent,
  frames: readonly AgentChatFrame[],
): boolean {
  if (stored.sequence !== sequence) return false;
  const isVoid = event.type === 'content' && event.deltas.length === 0;
  return isVoid || frames.some((frame) => frame.index === index);
}

function framesToText(frames: readonly AgentChatFrame[]): string {
  return frames.map(({ text }) => text).join('');
}

function gone(message: string): AppError {
  return new AppError({ code: 'GONE', message });
}
