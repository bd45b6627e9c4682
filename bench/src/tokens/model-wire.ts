import type { ChatModel } from '../../../packages/core/src/index.ts';
import { getModel } from '../../../packages/providers/src/index.ts';
import {
  anthropicMessages,
  type ScriptedAnswer,
  startScriptedServer,
} from '../../../packages/providers/src/testing/index.ts';

/** A scripted model behind the adapter of a real provider that records the requests. */
export interface ModelWire extends AsyncDisposable {
  readonly model: ChatModel;
  /** Returns the bodies of the requests so far. */
  bodies(): readonly unknown[];
  /** Appends answers to the script. */
  script(...answers: readonly ScriptedAnswer[]): void;
}

export async function openModelWire(): Promise<ModelWire> {
  const server = await startScriptedServer(anthropicMessages);
  const environment = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: server.url };
  return {
    model: getModel('anthropic:claude-sonnet-5-5', { environment }),
    bodies: () => server.requests.map(({ body }) => body),
    script: server.script,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
