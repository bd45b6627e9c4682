import { expect, test } from 'vitest';
import { listScenarios, loadScenario, parseScenario, startScenario } from '../src/index.ts';

const startTime = new Date('2026-01-01T12:00:00Z');

async function start(name: string) {
  const scenario = await loadScenario(name);
  return { scenario, running: await startScenario(scenario, { startTime }) };
}

test.each(await listScenarios())('%s: the cause shows, and it is broken until it is mended', async (name) => {
  const { scenario, running } = await start(name);
  expect(running.showsEvidence()).toBe(true);
  expect(running.isMended()).toBe(false);
  running.change(scenario.fix);
  expect(running.awaitOutcome()).toBe(true);
  await running.cluster.close();
});

test.each(await listScenarios())('%s: a wrong fix does not mend it', async (name) => {
  const { scenario, running } = await start(name);
  expect(scenario.wrongFix).not.toEqual([]);
  running.change(scenario.wrongFix);
  expect(running.awaitOutcome()).toBe(false);
  await running.cluster.close();
});

test('a file that is no scenario is refused with what is wrong in it', () => {
  expect(() => parseScenario('name: Bad Name\nobjects: 3')).toThrow(/✖[\s\S]*at name[\s\S]*at objects/);
});
