import type { ChatModel } from '../../../packages/core/src/index.ts';
import { getModel } from '../../../packages/providers/src/index.ts';
import {
  anthropicMessages,
  type ScriptedAnswer,
  startScriptedServer,
} from '../../../packages/providers/src/testing/index.ts';

/** A model behind the adapter of a real provider, which says what it is told to; what is sent to it can be read. */
export interface ModelWire extends AsyncDisposable {
  readonly model: ChatModel;
  /** The bodies of the requests so far. */
  bodies(): readonly unknown[];
  /** Has it say more. */
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
