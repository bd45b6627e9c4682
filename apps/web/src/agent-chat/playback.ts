import type { RunLog } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import type { Run, RunStore } from '@shipmate/domain';
import {
  type AgentChatEncoder,
  type AgentChatEventId,
  type AgentChatFrame,
  createAgentChatEncoder,
} from '@shipmate/protocol';

/** What {@link openPlayback} needs. */
export interface PlaybackOptions {
  readonly runs: Pick<RunStore, 'findLogHead' | 'listEvents'>;
  readonly runLog: Pick<RunLog, 'tail'>;
  readonly run: Run;
  readonly extensions: boolean;
  /** The last event that the reader has; absent for none. */
  readonly after?: AgentChatEventId | undefined;
}

/** The events of a run from some place on, as text: those that are stored, then each as it is stored. */
export type Playback = (signal: AbortSignal) => AsyncGenerator<string, void>;

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
  });
  const missed = after ? await replay(options, encoder, after) : [];
  const isLast = head.isComplete && after?.sequence === head.lastSequence;
  if (isLast && missed.length === 0) return undefined;

  return async function* playback(signal) {
    yield toText(missed);
    const tail = runLog.tail(run.id, { signal, ...(after && { after: after.sequence }) });
    for await (const stored of tail) yield toText(encoder.encode(stored));
  };
}

/** Shows the encoder what the reader has, and returns what the row that the reader is at has beyond that. */
async function replay(
  { runs, run }: PlaybackOptions,
  encoder: AgentChatEncoder,
  after: AgentChatEventId,
): Promise<readonly AgentChatFrame[]> {
  let last: readonly AgentChatFrame[] = [];
  for (let position = 0; position < after.sequence; ) {
    const limit = Math.min(pageSize, after.sequence - position);
    const page = await runs.listEvents(run.id, { after: position, limit });
    for (const stored of page) last = encoder.encode(stored);
    position = page.at(-1)?.sequence ?? after.sequence;
  }
  const isThere = last.some(({ sequence, index }) => sequence === after.sequence && index === after.index);
  if (!isThere) throw gone('There is no such event in this run any more. Read it from its beginning.');
  return last.filter(({ index }) => index > after.index);
}

function toText(frames: readonly AgentChatFrame[]): string {
  return frames.map(({ text }) => text).join('');
}

function gone(message: string): AppError {
  return new AppError({ code: 'GONE', message });
}
