import type { RunLog } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import type { Run, RunStore } from '@shipmate/domain';
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
  const { runs, runLog, run, after } = options;
  const head = await runs.findLogHead(run.id);
  if (!head || head.isDeleted) throw gone('The events of this run were deleted.');
  const encoder = createAgentChatEncoder({
    runId: run.id,
    conversationId: run.conversationId,
    extensions: options.extensions,
    contentFrames: options.contentFrames,
  });
  const missed = after ? await replay(options, encoder, after) : [];
  const isLast = head.isComplete && after?.sequence === head.lastSequence;
  if (isLast && missed.length === 0) return undefined;

  return async (write, signal) => {
    await write(toText(missed));
    const options = { signal, ...(after && { after: after.sequence }) };
    await runLog.follow(run.id, options, (stored) => write(toText(encoder.encode(stored))));
  };
}

/** Shows the encoder what the reader has, and returns what the row that the reader is at has beyond that. */
async function replay(
  { runs, run }: PlaybackOptions,
  encoder: AgentChatEncoder,
  after: AgentChatEventId,
): Promise<readonly AgentChatFrame[]> {
  // Whoever asked for more, or less, the last time may be at an event that is not sent now.
  const whole = createAgentChatEncoder({ runId: run.id, conversationId: run.conversationId, extensions: true });
  let last: readonly AgentChatFrame[] = [];
  let isThere = false;
  for (let position = 0; position < after.sequence; ) {
    const limit = Math.min(pageSize, after.sequence - position);
    const page = await runs.listEvents(run.id, { after: position, limit });
    for (const stored of page) {
      last = encoder.encode(stored);
      isThere = whole
        .encode(stored)
        .some(({ sequence, index }) => sequence === after.sequence && index === after.index);
    }
    position = page.at(-1)?.sequence ?? after.sequence;
  }
  if (!isThere) throw gone('There is no such event in this run any more. Read it from its beginning.');
  return last.filter(({ index }) => index > after.index);
}

function toText(frames: readonly AgentChatFrame[]): string {
  return frames.map(({ text }) => text).join('');
}

function gone(message: string): AppError {
  return new AppError({ code: 'GONE', message });
}
