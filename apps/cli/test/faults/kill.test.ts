import { expireRunLeases } from '@shipmate/db/testing';
import { type AgentChatStreamEvent, createAgentChatClient } from '@shipmate/protocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectReceivedOnce } from './expect-done-once.ts';
import type { CrashPoint } from './fault-settings.ts';
import { createFaultSetup, type FaultSetup } from './fault-setup.ts';
import {
  type CrashCounts,
  runCrashScenarios,
  type CrashScenariosOptions,
  startSurvivors,
} from './run-crash-scenarios.ts';
import type { CrashScenario, Survivors } from './crash-scenario.ts';
import { eventToText } from './readers.ts';
import { report } from './report.ts';
import { rounds } from './rounds.ts';
import { askToGreetLater } from './work.ts';

/** Minimum number of writes of a whole run; the number depends on how deltas are batched. */
const fewestWrites = 15;
/** Upper limit of the number of writes, exclusive. */
const tooManyWrites = 36;

let setup: FaultSetup;
let survivors: Survivors;
beforeAll(async () => {
  setup = await createFaultSetup();
  survivors = await startSurvivors(setup);
});
afterAll(() => setup[Symbol.asyncDispose]());

const run = (scenarios: readonly CrashScenario[], signal?: CrashScenariosOptions['signal']): Promise<CrashCounts> =>
  runCrashScenarios(setup, { survivors, scenarios, ...(signal && { signal }) });

it.each(['web', 'worker'] as const)(
  'a run does its work once whichever write %s is killed at, before or after the write is stored',
  async (app) => {
    const { crashes } = await run(
      [...crashPoints(false, tooManyWrites), ...crashPoints(true, tooManyWrites)].map((crashPoint) => [
        { app, crashPoint },
      ]),
    );
    const writes = [crashes.indexOf(0), crashes.indexOf(0, tooManyWrites) - tooManyWrites];
    report(`${app} was killed before each of ${writes[0]} writes and after each of ${writes[1]}`);
    for (const count of writes) expect(count).toBeGreaterThanOrEqual(fewestWrites);
  },
  120_000,
);

it('a run does its work once whichever write web freezes at, when web resumes after another process has taken over', async () => {
  let remaining: readonly CrashScenario[] = crashPoints(true, fewestWrites).map((crashPoint) => [
    { app: 'web', crashPoint },
  ]);
  // An app that gets no CPU time for longer than its lease loses the run before its crash point.
  for (let attempt = 0; remaining.length > 0 && attempt < 4; attempt += 1) {
    const { crashes } = await run(remaining, 'SIGSTOP');
    remaining = remaining.filter((_, index) => crashes[index] === 0);
  }
  report(`web was frozen after each of ${fewestWrites} writes`);
  expect(remaining).toEqual([]);
}, 120_000);

it('a reader receives a withdrawal of deltas that web never stored, and nothing twice', async () => {
  const { token } = setup.person;
  // Only one of the apps reaches its crash point, so the process lives on while the write is held.
  await using web = await setup.start({
    apps: [
      { app: 'web', crashPoint: { write: 2, isStored: false } },
      { app: 'worker', crashPoint: { write: 1_000, isStored: false } },
    ],
    isRestricted: true,
    leaseSeconds: 3_600,
  });
  const question = { message: askToGreetLater, context_type: 'tables', detach: true, extensions: true };
  const read: AgentChatStreamEvent[] = [];
  for await (const event of createAgentChatClient({ baseUrl: web.url, token }).chat(question)) {
    read.push(event);
    if (event.event === 'content_chunk' && event.data.chunk === 'morning.') break;
  }
  web.kill('SIGKILL');
  await web.exited;
  await expireRunLeases(setup.databaseUrl);

  await using successor = await setup.start({ apps: ['web', 'worker'] });
  successor.releaseModel();
  const { runId = '', id: after = '' } = read.at(-1) ?? {};
  const client = createAgentChatClient({ baseUrl: successor.url, token });
  for await (const event of client.follow(runId, { after, extensions: true })) read.push(event);
  expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
  expect(read.filter(({ event }) => event === 'content_chunk')).toHaveLength(4);
  await expectReceivedOnce(setup, runId, { agentChat: [read.map(eventToText).join('')] });
}, 300_000);

/** Number of runs that are executed at once. */
const runsAtOnce = 25;
/** Number of runs with random crash points; a few are part of every test run. */
const randomRuns = Math.max(rounds, 5);

it('a run does its work once however many processes are killed at random writes', async () => {
  let [executed, killed] = [0, 0];
  while (executed < randomRuns) {
    const scenarios = Array.from({ length: Math.min(runsAtOnce, randomRuns - executed) }, createRandomScenario);
    const { crashes } = await run(scenarios);
    executed += scenarios.length;
    killed += crashes.reduce((sum, count) => sum + count, 0);
    report(`${executed} runs lost ${killed} executors at random writes`);
  }
  expect(killed).toBeGreaterThan(0);
}, 86_400_000);

/** Returns one to three crash points; the later ones belong to workers, which take over, and are early enough to precede the run's end. */
function createRandomScenario(): CrashScenario {
  return Array.from({ length: 1 + below(3) }, (_, index) => ({
    app: index === 0 && below(2) === 0 ? 'web' : 'worker',
    crashPoint: { write: below(index === 0 ? fewestWrites : 10), isStored: below(2) === 0 },
  }));
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}

function crashPoints(isStored: boolean, writes: number): readonly CrashPoint[] {
  return Array.from({ length: writes }, (_, write) => ({ write, isStored }));
}
