import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { bindTools, defineTool, ToolRegistry } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createTestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { RunListResponse } from '@shipmate/protocol/web/runs';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { leastLongestTurnOf } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

/** A run with 60 results, each as long as tools give them to a model. */
const turns = 12;
const calls = 5;
const output = JSON.stringify(Array.from({ length: 1_600 }, (_, index) => ({ name: `pod-${index}`, ready: 'no' })));

const listPods = defineTool({
  name: 'list_pods',
  description: 'Lists pods.',
  category: 'tables',
  effect: 'read',
  maxResultChars: 80_000,
  input: z.object({ page: z.number() }),
  output: z.string(),
  execute: async () => output,
});

const steps: readonly ScriptedStep[] = [
  ...Array.from({ length: turns }, (_, turn) => ({
    toolCalls: Array.from({ length: calls }, (_each, index) => ({
      id: `c${turn}-${index}`,
      name: 'list_pods',
      input: { page: turn * calls + index },
    })),
  })),
  { text: 'Done.' },
];

/** Fetches in a thread of its own, so that the client's work is not counted. @returns the length of the answer */
async function fetchElsewhere(url: string, init: RequestInit): Promise<number> {
  const code = `
    const { parentPort, workerData: { url, init } } = require('node:worker_threads');
    fetch(url, init).then((answer) => answer.text()).then((text) => parentPort.postMessage(text.length));`;
  const workerData = { url, init };
  const thread = new Worker(code, { eval: true, workerData });
  const [length] = (await once(thread, 'message')) as [number];
  await thread.terminate();
  return length;
}

/** Each of these stays below 15 ms, also on a busy machine. Written in one turn, the answers took up to 55 ms. */
const maxTurn = 40;

it.each(['embedded', 'postgres'] as const)(
  'a run with long results keeps each turn of the event loop short, for its reader and its pages, on %s',
  async (engine) => {
    await using database = await createTestDatabase(engine);
    await using web = await startWeb({
      database,
      model: new ScriptedModel([...steps, ...steps, ...steps], 'demo:shipmate-demo'),
      tools: new ToolRegistry(bindTools([listPods], {})).freeze(),
    });
    const browser = await web.signIn();
    const made = await browser.post('/api/tokens', { name: 'test', expiresInDays: null });
    const { secret } = await read<CreateApiTokenResponse>(made);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const fetchLength = (path: string, init: RequestInit = {}): Promise<number> =>
      fetchElsewhere(new URL(path, web.url).href, { ...init, headers });

    let conversationId = newId();
    const whole = turns * calls * output.length;
    const ask = async (): Promise<void> => {
      conversationId = newId();
      const messages = [{ id: newId(), role: 'user', parts: [{ type: 'text', text: 'List all pods.' }] }];
      const body = JSON.stringify({ id: conversationId, contextType: 'tables', messages });
      expect(await fetchLength('/api/chat', { method: 'POST', body })).toBeGreaterThan(whole);
    };
    expect(await leastLongestTurnOf(maxTurn, ask)).toBeLessThan(maxTurn);
    const { runs } = await read<RunListResponse>(await browser.fetch('/api/runs'));
    for (const path of [
      `/api/runs/${runs[0]?.id}`,
      `/api/conversations/${conversationId}/messages`,
      `/api/conversations/${conversationId}/export`,
      `/api/conversations/${conversationId}/export?format=json`,
    ]) {
      const longest = await leastLongestTurnOf(maxTurn, async () =>
        expect(await fetchLength(path)).toBeGreaterThan(whole / 2),
      );
      expect({ path, isShort: longest < maxTurn }).toEqual({ path, isShort: true });
    }
  },
);
