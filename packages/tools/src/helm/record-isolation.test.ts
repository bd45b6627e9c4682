import { expect, it } from 'vitest';
import { chartOf } from '../../test/support/test-helm.ts';
import type { HelmOutcome, HelmPort } from './helm-port.ts';
import type { Isolation } from '../process/isolation/isolator.ts';
import { recordIsolation } from './record-isolation.ts';

const { signal } = new AbortController();
const outcomeOf = (isolation?: Isolation): HelmOutcome => ({
  succeeded: true,
  output: '',
  message: '',
  missingDependencies: [],
  ...(isolation && { isolation }),
});

/** Creates a helm port that runs template and lint under the given isolation. */
function helmOf(template?: Isolation, lint?: Isolation): HelmPort {
  return {
    version: async () => '4.0.0',
    template: async () => outcomeOf(template),
    lint: async () => outcomeOf(lint),
    package: async () => outcomeOf(),
  };
}

it.each([
  ['bwrap', 'unshare', 'unshare'],
  ['none', 'bwrap', 'none'],
  [undefined, 'unshare', 'unshare'],
  [undefined, undefined, undefined],
] as const)('recordIsolation reports the weakest of %s and %s', async (template, lint, weakest) => {
  const recorder = recordIsolation(helmOf(template, lint));
  expect(recorder.weakest()).toBeUndefined();
  await recorder.helm.template(chartOf({}), signal);
  await recorder.helm.lint(chartOf({}), signal);
  expect(recorder.weakest()).toBe(weakest);
});
