import { createAgentChatClient } from '@shipmate/protocol/client';
import { requireConversationRun } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';
import { expectDoneOnce } from './expect-done-once.ts';
import { createFaultSetup } from './fault-setup.ts';
import { startLocalBalancer } from './local-balancer.ts';
import { openUiStream, readAgentChat } from './readers.ts';
import { report } from './report.ts';
import { decideUntilEnded } from './decide-until-ended.ts';
import { askToGreet, askToWorkLater } from './work.ts';

const clients = 4;

it('no request is dropped when two web processes are restarted one after the other', async () => {
  await using setup = await createFaultSetup();
  await using balancer = await startLocalBalancer();
  const { person, database } = setup;
  const startWeb = () => setup.start({ apps: ['web'], shutdownDelayMs: 1_500 });
  const [first, second, worker] = await Promise.all([startWeb(), startWeb(), setup.start({ apps: ['worker'] })]);
  for (const { url } of [first, second]) await balancer.add(url);

  const throughBalancer = { url: balancer.url, gone: new AbortController().signal };
  const { runId } = await ask([first], askToWorkLater, person);
  const { conversationId } = requireConversationRun(await database.unitOfWork.stores.runs.get(person.principal, runId));
  const agentChat = readAgentChat([balancer.url], runId, person);

  const stopping = new AbortController();
  let answers = 0;
  async function askRepeatedly(): Promise<void> {
    const client = createAgentChatClient({ baseUrl: balancer.url, token: person.token });
    while (!stopping.signal.aborted) {
      let last: string | undefined;
      for await (const { event } of client.chat({ message: askToGreet, context_type: 'tables' })) last = event;
      expect(last).toBe('message_complete');
      const { status } = await fetch(`${balancer.url}/api/approvals`, { headers: person.headers });
      expect(status).toBe(200);
      answers += 1;
    }
  }
  const load = Promise.all(Array.from({ length: clients }, askRepeatedly));

  worker.releaseModel();
  for (const old of [first, second]) {
    const before = answers;
    await expect.poll(() => answers).toBeGreaterThan(before + clients);
    old.kill('SIGTERM');
    expect(await old.exited).toBe(0);
    const drainMs = performance.now() - balancer.lastAnswerEndedAt(old.url);
    report(`a process had ended ${Math.round(drainMs)} ms after its last answer`);
    expect(balancer.states(old.url).slice(0, 2)).toEqual(['ready', 'not ready']);
    await balancer.add((await startWeb()).url);
  }
  stopping.abort();
  await load;
  report(`${answers} questions were answered meanwhile, ${balancer.retries()} connections were refused and retried`);

  const ui = await openUiStream(balancer.url, conversationId, person);
  await decideUntilEnded(setup, runId, throughBalancer);
  await expectDoneOnce(setup, runId, { ui: [await ui.text], agentChat: [await agentChat] });
});
