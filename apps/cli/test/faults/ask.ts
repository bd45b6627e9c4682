import { answeringRunOf } from '@shipmate/agents';
import { newId } from '@shipmate/domain';
import { fromErrorEnvelope } from '@shipmate/protocol/error';
import { runHeader } from '@shipmate/protocol/http';
import type { Person } from './fault-setup.ts';
import { withoutComments } from './readers.ts';
import type { FaultProcess } from './start-fault-process.ts';

/** A question and its run. */
export interface Asked {
  readonly runId: string;
  /** Complete events of the answer, up to its end or the crash of its server. */
  readonly answer: Promise<string>;
}

/** A server that may crash during a request. */
export type Server = Pick<FaultProcess, 'url' | 'gone'>;

/** Asks over the Agent Chat Protocol. A crashing server may have stored the question, so the request is repeated at the next one. */
export async function ask([server, next]: readonly Server[], message: string, person: Person): Promise<Asked> {
  if (!server) throw new Error('There is no server to ask.');
  const body = JSON.stringify({
    message,
    context_type: 'tables',
    conversation_id: newId(),
    detach: true,
    extensions: true,
  });
  try {
    return await askOnce(server, body, person);
  } catch (thrown) {
    if (!next || !isLost(thrown, server)) throw thrown;
    return askOnce(next, body, person);
  }
}

async function askOnce(server: Server, body: string, { headers }: Person): Promise<Asked> {
  const response = await fetch(`${server.url}/v1/agent/chat`, { method: 'POST', headers, body, signal: server.gone });
  const runId = response.headers.get(runHeader);
  if (response.ok && runId !== null) return { runId, answer: readUntilLost(response, server) };
  const error = fromErrorEnvelope(await response.json(), response.status);
  const asked = answeringRunOf(error);
  if (asked === undefined) throw error;
  return { runId: asked, answer: Promise.resolve('') };
}

/** Returns `true` if a request failed because its server has crashed or is about to. */
export function isLost(thrown: unknown, { gone }: Server): boolean {
  return gone.aborted || (thrown instanceof TypeError && ['fetch failed', 'terminated'].includes(thrown.message));
}

async function readUntilLost({ body }: Response, server: Server): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch (thrown) {
    if (!isLost(thrown, server)) throw thrown;
  }
  return withoutComments(text.slice(0, text.lastIndexOf('\n\n') + 2));
}
