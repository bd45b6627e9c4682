import { addUsage, noUsage, type Message } from '@shipmate/core';
import type { Run, RunStore, StoredRunEvent } from '@shipmate/domain';
import type { RunEnding } from './end-run.ts';

/** How a run ends whose process died: what was said and spent up to then is kept, as its log tells. */
export async function toInterruptedEnding(runs: RunStore, run: Run): Promise<RunEnding> {
  let text = '';
  let turnStart = 0;
  let usage = noUsage;
  for await (const { event } of readLog(runs, run.id)) {
    if (event.type === 'turn_started') {
      if (text !== '') text += '\n\n';
      turnStart = text.length;
    }
    if (event.type === 'turn_restarted') text = text.slice(0, turnStart);
    if (event.type === 'content') text += event.deltas.join('');
    if (event.type === 'turn_ended') usage = addUsage(usage, event.usage);
  }
  const said: Message = { role: 'assistant', content: [{ type: 'text', text: text.trim() }] };
  const error = {
    code: 'UNAVAILABLE',
    message: 'The process that was answering stopped before it had finished. Ask again.',
  };
  return {
    run,
    outcome: { status: 'failed', stopReason: 'aborted', usage, error },
    messages: text.trim() === '' ? [] : [said],
  };
}

async function* readLog(runs: RunStore, runId: string): AsyncGenerator<StoredRunEvent, void> {
  for (let after = 0; ; ) {
    const page = await runs.listEvents(runId, { after, limit: 500 });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}
