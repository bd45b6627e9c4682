import { expect, test } from 'vitest';
import { listScenarios, loadScenario, parseScenario, startScenario } from '../src/index.ts';

const startTime = new Date('2026-01-01T12:00:00Z');

async function start(name: string) {
  const scenario = await loadScenario(name);
  return { scenario, running: await startScenario(scenario, { startTime }) };
}

test.each(await listScenarios())(
  'scenario %s shows its evidence and stays broken until its fix is applied',
  async (name) => {
    const { scenario, running } = await start(name);
    expect(running.showsEvidence()).toBe(true);
    expect(running.isRepaired()).toBe(false);
    running.change(scenario.fix);
    expect(running.awaitOutcome()).toBe(true);
    await running.cluster.close();
  },
);

test.each(await listScenarios())('the wrong fix of scenario %s does not repair it', async (name) => {
  const { scenario, running } = await start(name);
  expect(scenario.wrongFix).not.toEqual([]);
  running.change(scenario.wrongFix);
  expect(running.awaitOutcome()).toBe(false);
  await running.cluster.close();
});

test('parseScenario names the invalid fields of a file', () => {
  expect(() => parseScenario('name: Bad Name\nobjects: 3')).toThrow(/✖[\s\S]*at name[\s\S]*at objects/);
});
