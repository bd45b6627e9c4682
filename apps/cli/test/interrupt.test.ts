import { openaiChatCompletions, startScriptedServer } from '@shipmate/providers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInTerminal } from './pseudo-terminal.ts';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from './shipmate.ts';

const stack = new AsyncDisposableStack();
let running: { readonly SHIPMATE_URL: string; readonly SHIPMATE_TOKEN: string };
beforeAll(async () => {
  const { path } = stack.use(await createDataDirectory());
  const model = stack.use(
    await startScriptedServer(openaiChatCompletions, { text: 'I begin', ending: 'held', times: Infinity }),
  );
  const dataDir = ['--data-dir', path];
  await runShipmate(['migrate', '--seed', ...dataDir]);
  const { stdout } = await runShipmate(['token', 'create', '--name', 'cli', ...dataDir]);
  const models = { OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`, OPENAI_COMPATIBLE_MODEL: 'slow' };
  const { webUrl } = await readAddresses(stack.use(shipmate(['up', ...dataDir], models)));
  running = { SHIPMATE_URL: webUrl, SHIPMATE_TOKEN: stdout.trim() };
});
afterAll(() => stack.disposeAsync());

async function readNewestRun(): Promise<{ readonly id: string; readonly status: string } | undefined> {
  const { stdout } = await runShipmate(['runs', 'list', '--json'], running);
  return (JSON.parse(stdout) as { runs: readonly { id: string; status: string }[] }).runs[0];
}

const readStatus = async () => (await readNewestRun())?.status;

it('shipmate chat stops the answer and exits at SIGTERM', async () => {
  await using chat = runInTerminal(['chat', 'Hello'], running);
  await chat.waitFor('I begin');
  chat.kill('SIGTERM');
  expect(await chat.exited).toBe(130);
  expect(chat.screen()).toContain('shipmate chat --resume');
  expect(await readStatus()).toBe('cancelled');
});

it('shipmate chat exits at SIGTERM while it waits for a question', async () => {
  await using chat = runInTerminal(['chat'], running);
  await chat.waitFor('> ');
  chat.kill('SIGTERM');
  expect(await chat.exited).toBe(130);
});

it('shipmate chat stops the answer when its terminal is closed', async () => {
  await using chat = runInTerminal(['chat', 'Hello'], running);
  await chat.waitFor('I begin');
  await chat.close();
  await expect.poll(readStatus).toBe('cancelled');
});

it('shipmate runs tail leaves the run alone and exits with 130 at Ctrl-C', async () => {
  await using chat = shipmate(['chat', 'Hello'], running);
  await chat.waitFor(/I begin/);
  const { id = '' } = (await readNewestRun()) ?? {};
  await using tail = runInTerminal(['runs', 'tail', id], running);
  await tail.waitFor('I begin');
  tail.type('\u0003');
  expect(await tail.exited).toBe(130);
  expect(tail.screen()).toContain('The run is not stopped.');
  expect(await readStatus()).toBe('running');
});

it('shipmate respond stops its answer and exits with 130 at Ctrl-C', async () => {
  const before = (await readNewestRun())?.id;
  await using respond = shipmate(['respond', '--message', 'Hello'], running);
  await expect.poll(async () => (await readNewestRun())?.id).not.toBe(before);
  respond.kill('SIGINT');
  expect(await respond.exited).toBe(130);
  expect(await readStatus()).toBe('cancelled');
});
