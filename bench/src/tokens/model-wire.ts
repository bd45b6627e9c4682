import type { ChatModel, ModelRequest } from '../../../packages/core/src/index.ts';
import { getModel } from '../../../packages/providers/src/index.ts';
import { type ScriptedAnswer, startScriptedServer } from '../../../packages/providers/src/testing/index.ts';
import { type Wire, wires } from './wires.ts';

/** A scripted model behind the adapter of a real provider that records the requests. */
export interface ModelWire extends AsyncDisposable {
  readonly model: ChatModel;
  /** Returns the bodies of the requests so far. */
  bodies(): readonly unknown[];
  /** Sends the requests so far through the adapter of another provider, and returns their bodies. */
  bodiesOf(wire: Wire): Promise<readonly unknown[]>;
  /** Appends answers to the script. */
  script(...answers: readonly ScriptedAnswer[]): void;
}

export async function openModelWire(): Promise<ModelWire> {
  const [first] = wires as readonly [Wire];
  const server = await startScriptedServer(first.format);
  const { model } = openModel(first, server.url);
  const requests: ModelRequest[] = [];
  return {
    model: {
      id: model.id,
      stream(request, signal) {
        requests.push({ ...request, messages: [...request.messages] });
        return model.stream(request, signal);
      },
    },
    bodies: () => server.requests.map(({ body }) => body),
    bodiesOf: (wire) => sendAgain(requests, wire),
    script: server.script,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function sendAgain(requests: readonly ModelRequest[], wire: Wire): Promise<readonly unknown[]> {
  const server = await startScriptedServer(wire.format, ...requests.map(() => ({ text: 'Read.' })));
  try {
    const { model } = openModel(wire, server.url);
    for (const request of requests) {
      for await (const event of model.stream(request, new AbortController().signal)) {
        if (event.type === 'error') throw event.error;
      }
    }
    return server.requests.map(({ body }) => body);
  } finally {
    await server.close();
  }
}

function openModel({ modelId, keyName, urlName }: Wire, url: string): { readonly model: ChatModel } {
  return { model: getModel(modelId, { environment: { [keyName]: 'none', [urlName]: url } }) };
}
