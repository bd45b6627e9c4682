import { expect, it } from 'vitest';
import type { HelmOutcome, HelmPort, HelmRequest } from './helm-port.ts';
import { rememberOutcomes } from './remember-outcomes.ts';

const { signal } = new AbortController();
const request: HelmRequest = {
  organizationId: 'acme',
  files: new Map([
    ['a', '1'],
    ['b', '2'],
  ]),
  root: '',
  valuesFiles: [],
};
const fine: HelmOutcome = { succeeded: true, output: 'kind: A', message: '', missingDependencies: [] };
const missing = { name: 'redis', version: '1', repository: '', reason: 'offline' };

function setUp(outcome: HelmOutcome = fine) {
  const asked: string[] = [];
  const answer = (command: string) => async () => {
    asked.push(command);
    return outcome;
  };
  const helm: HelmPort = {
    version: async () => '4.0.0',
    package: answer('package'),
    template: answer('template'),
    lint: answer('lint'),
  };
  return { asked, helm: rememberOutcomes(helm) };
}

it('rememberOutcomes runs helm once for the same chart with its files in any order', async () => {
  const { asked, helm } = setUp();
  const reversed = { ...request, files: new Map([...request.files].toReversed()) };
  expect(await helm.template(request, signal)).toEqual(fine);
  expect(await helm.template(reversed, signal)).toEqual(fine);
  expect(asked).toEqual(['template']);
});

it.each<[string, Partial<HelmRequest>]>([
  [
    'a file',
    {
      files: new Map([
        ['a', '1'],
        ['b', '3'],
      ]),
    },
  ],
  ['the folder', { root: 'a' }],
  ['the values files', { valuesFiles: ['a'] }],
  ['the version of Kubernetes', { kubernetesVersion: '1.32.1' }],
])('rememberOutcomes runs helm again when %s differs', async (_, other) => {
  const { asked, helm } = setUp();
  await helm.template(request, signal);
  await helm.template({ ...request, ...other }, signal);
  expect(asked).toHaveLength(2);
});

it('rememberOutcomes keeps commands apart and packages each time', async () => {
  const { asked, helm } = setUp();
  for (let time = 0; time < 2; time += 1) {
    await helm.lint(request, signal);
    await helm.template(request, signal);
    await helm.package(request, signal);
  }
  expect(asked).toEqual(['lint', 'template', 'package', 'package']);
});

it.each<[string, Partial<HelmOutcome>]>([
  ['failed', { succeeded: false }],
  ['lacks a dependency', { missingDependencies: [missing] }],
])('rememberOutcomes runs helm again after an outcome that %s', async (_, outcome) => {
  const { asked, helm } = setUp({ ...fine, ...outcome });
  await helm.lint(request, signal);
  await helm.lint(request, signal);
  expect(asked).toHaveLength(2);
});
