import type { RunLog } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import type { Run, RunLogHead, RunStore, StoredRunEvent } from '@shipmate/domain';
import {
  type AgentChatEncoder,
  type AgentChatEventId,
  type AgentChatFrame,
  type ContentFrames,
  createAgentChatEncoder,
} from '@shipmate/protocol';
import type { SseStreamOptions } from '@shipmate/server';

/** What {@link openPlayback} needs. */
export interface PlaybackOptions {
  readonly runs: Pick<RunStore, 'findLogHead' | 'listEvents'>;
  readonly runLog: Pick<RunLog, 'follow'>;
  readonly run: Run;
  readonly extensions: boolean;
  /** Shared by the readers of this process. */
  readonly contentFrames: ContentFrames;
  /** The last event that the reader has; absent for none. */
  readonly after?: AgentChatEventId | undefined;
}

/** Writes the events of a run from some place on, those that are stored, then each as it is stored. */
export type Playback = SseStreamOptions['writeAll'];

const pageSize = 500;

/**
 * Finds the place from which a reader reads on; `undefined` when the run is over and everything was read.
 *
 * @throws AppError `GONE` when the place, or everything, is not there any more.
 */
export async function openPlayback(options: PlaybackOptions): Promise<Playback | undefined> {
  const { runs, runLog, run } = options;
  const head = await runs.findLogHead(run.id);
  if (!head || head.isDeleted) throw gone('The events of this run were deleted.');
  const encoder = createAgentChatEncoder({
    runId: run.id,
    conversationId: run.conversationId,
    extensions: options.extensions,
    contentFrames: options.contentFrames,
  });
  const { missed, from } = await replay(options, encoder, head);
  const isLast = head.isComplete && from.after === head.lastSequence;
  if (isLast && missed.length === 0) return undefined;

  return async (write, signal) => {
    await write(toText(missed));
    await runLog.follow(run.id, { ...from, signal }, (told) => write(toText(encoder.encode(told))));
  };
}

/** Where a reader reads on. */
interface Place {
  /** What the event that the reader is at has beyond what the reader has. */
  readonly missed: readonly AgentChatFrame[];
  readonly from: { readonly after: number; readonly deltas?: number };
}

/** Shows the encoder what the reader has, and finds where that ends. */
async function replay(
  { runs, run, after }: PlaybackOptions,
  encoder: AgentChatEncoder,
  head: RunLogHead,
): Promise<Place> {
  if (!after) return { missed: [], from: { after: 0 } };
  // Whoever asked for more, or less, the last time may be at an event that is not sent now.
  const whole = createAgentChatEncoder({ runId: run.id, conversationId: run.conversationId, extensions: true });
  let frames: readonly AgentChatFrame[] = [];
  let isThere = false;
  let position = 0;
  while (position < after.sequence) {
    const limit = Math.min(pageSize, after.sequence - position);
    const page = await runs.listEvents(run.id, { after: position, limit });
    for (const stored of page) {
      frames = encoder.encode(stored);
      isThere = wasTold(after, stored, whole.encode(stored));
    }
    if (page.length === 0) break;
    position += page.length;
  }
  const isTold = !head.isComplete && position === after.sequence - 1;
  // It is on its way into the log.
  if (isTold) return { missed: [], from: { after: position, deltas: after.index + 1 } };
  if (!isThere) throw gone('There is no such event in this run any more. Read it from its beginning.');
  return { missed: frames.filter(({ index }) => index > after.index), from: { after: after.sequence } };
}

/** Whether an event was told under an id. Where nothing is said, something was, by a process that died before it stored that. */
function wasTold(
  { sequence, index }: AgentChatEventId,
  { event, ...stored }: StoredRunEvent,
  frames: readonly AgentChatFrame[],
): boolean {
  if (stored.sequence !== sequence) return false;
  const isVoid = event.type === 'content' && event.deltas.length === 0;
  return isVoid || frames.some((frame) => frame.index === index);
}

function toText(frames: readonly AgentChatFrame[]): string {
  return frames.map(({ text }) => text).join('');
}

function gone(message: string): AppError {
  return new AppError({ code: 'GONE', message });
}
