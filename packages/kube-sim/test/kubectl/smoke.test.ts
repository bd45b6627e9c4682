import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../../src/index.ts';
import { findProgram, minors } from '../support/programs.ts';
import { programEnvironment, runProgram } from '../support/run-program.ts';

const cluster = await createCluster();
const env = await programEnvironment(cluster);
afterAll(() => cluster.close());

test.each(minors)('kubectl 1.%i rolls a deployment out', async (minor) => {
  const kubectl = await findProgram('kubectl', minor);
  const run = (...args: string[]) => runProgram(kubectl, args, { env });
  const name = `web-${minor}`;
  const created = await run('create', 'deployment', name, '--image=nginx', '--replicas=2');
  expect(created).toMatchObject({ exitCode: 0, stdout: `deployment.apps/${name} created\n` });
  const rollout = await run('rollout', 'status', `deployment/${name}`, '--timeout=20s');
  expect(rollout).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await run('get', 'deployment', name)).stdout).toMatch(/2\/2 +2 +2/);
});

test.each(minors)('kubectl 1.%i creates every object of a List', async (minor) => {
  const kubectl = await findProgram('kubectl', minor);
  const item = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-${minor}` } });
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('one'), item('two')] });
  const stdout = `configmap/one-${minor} created\nconfigmap/two-${minor} created\n`;
  expect(await runProgram(kubectl, ['create', '-f', '-'], { env, input })).toEqual({ exitCode: 0, stdout, stderr: '' });
});

test.each(minors)('kubectl 1.%i names the unknown kind of a manifest', async (minor) => {
  const kubectl = await findProgram('kubectl', minor);
  const input = JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Nothing', metadata: { name: 'x' } });
  const { exitCode, stderr } = await runProgram(kubectl, ['create', '-f', '-'], { env, input });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('no matches for kind "Nothing" in version "example.com/v1"');
});
