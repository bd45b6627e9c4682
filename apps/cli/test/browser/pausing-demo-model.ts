import { demoScript } from '@shipmate/agents/demo';
import type { ChatModel } from '@shipmate/core';
import { createDemoModel } from '@shipmate/providers';

/** The demo model, which pauses in each answer of a chat after its first words. */
export interface PausingDemoModel extends ChatModel {
  /** Lets the answer that pauses, or else the next one, continue to its end. */
  resume(): void;
}

/** Creates the model, for the answers of one chat at a time. */
export function createPausingDemoModel(): PausingDemoModel {
  const demo = createDemoModel({ script: demoScript, pacing: 0 });
  let pause = Promise.withResolvers<void>();
  return {
    id: demo.id,
    resume: () => pause.resolve(),
    async *stream(request, signal) {
      let words = 0;
      for await (const event of demo.stream(request, signal)) {
        yield event;
        if (request.operation === 'chat' && event.type === 'content_delta' && ++words === 2) {
          await resolvedOrAborted(pause.promise, signal);
          pause = Promise.withResolvers();
        }
      }
    },
  };
}

async function resolvedOrAborted(resolved: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (!signal.aborted) await Promise.race([resolved, aborted]);
}
