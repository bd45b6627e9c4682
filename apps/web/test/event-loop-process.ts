// The web app in a process of its own, for the test of its event loop: collections of garbage can be kept out of it.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { bindTools, defineTool, ToolRegistry } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createTestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { RunListResponse } from '@shipmate/protocol/web/runs';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { leastLongestTurnOf } from '@shipmate/config/longest-turn';
import { z } from 'zod';
import { calls, type EventLoopSettings, type MeasuredResponse, maxTurn, output, turns } from './event-loop-settings.ts';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

const { engine, adminUrl } = JSON.parse(process.argv[2] ?? '') as EventLoopSettings;

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

await using database = await createTestDatabase(engine, { adminUrl });
await using web = await startWeb({
  database,
  model: new ScriptedModel([...steps, ...steps, ...steps], 'demo:shipmate-demo'),
  tools: new ToolRegistry(bindTools([listPods], {})).freeze(),
});
const browser = await web.signIn();
const made = await browser.post('/api/tokens', { name: 'test', expiresInDays: null });
const { secret } = await read<CreateApiTokenResponse>(made);
const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };

/** Fetches the response until the longest turn is short, at most three times; the length is that of the shortest response. */
async function measure(path: string, createInit: () => RequestInit = () => ({})): Promise<MeasuredResponse> {
  let length = Number.POSITIVE_INFINITY;
  const longestTurn = await leastLongestTurnOf(maxTurn, async () => {
    length = Math.min(length, await fetchElsewhere(new URL(path, web.url).href, { ...createInit(), headers }));
  });
  return { path, length, longestTurn };
}

let conversationId = newId();
const chat = await measure('/api/chat', () => {
  conversationId = newId();
  const messages = [{ id: newId(), role: 'user', parts: [{ type: 'text', text: 'List all pods.' }] }];
  return { method: 'POST', body: JSON.stringify({ id: conversationId, contextType: 'tables', messages }) };
});
const { runs } = await read<RunListResponse>(await browser.fetch('/api/runs'));
const measured = [chat];
for (const path of [
  `/api/runs/${runs[0]?.id}`,
  `/api/conversations/${conversationId}/messages`,
  `/api/conversations/${conversationId}/export`,
  `/api/conversations/${conversationId}/export?format=json`,
]) {
  measured.push(await measure(path));
}
process.stdout.write(JSON.stringify(measured));
