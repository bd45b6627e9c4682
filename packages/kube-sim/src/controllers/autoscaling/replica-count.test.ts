import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countReplicas, type PodSample } from './replica-count.ts';

const pod = (usage: number | undefined, isSettled = true): PodSample => ({ usage, base: 0.2, isSettled });
const half = { ratio: 0.5, assumed: 1 };

test.each([
  ['at the target', [pod(0.1), pod(0.1)], 2],
  ['ten percent above the target', [pod(0.11), pod(0.11)], 2],
  ['over ten percent above the target', [pod(0.112), pod(0.112)], 3],
  ['at twice the target', [pod(0.2), pod(0.2)], 4],
  ['at half the target', [pod(0.05), pod(0.05)], 1],
  ['one without measurement, scaling up', [pod(0.2), pod(undefined)], 2],
  ['one without measurement, scaling down', [pod(0.01), pod(undefined)], 2],
  ['one still starting, scaling up', [pod(0.3), pod(0.2, false)], 3],
  ['one still starting, scaling down', [pod(0.02), pod(0.2, false)], 1],
])('countReplicas of two pods, %s', (_, samples, expected) => {
  expect(countReplicas(2, samples, half)).toBe(expected);
});

const sample = fc.record({
  usage: fc.option(fc.double({ min: 0, max: 4, noNaN: true }), { nil: undefined }),
  base: fc.constant(0.2),
  isSettled: fc.boolean(),
});

test('countReplicas changes the size only in the direction of the measured pods', () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 12 }), (samples) => {
      const known = samples.filter(({ usage, isSettled }) => usage !== undefined && isSettled);
      fc.pre(known.length > 0);
      const used = known.reduce((sum, { usage = 0 }) => sum + usage, 0) / known.length;
      const change = countReplicas(samples.length, samples, half) - samples.length;
      expect([0, Math.sign(used - 0.1)]).toContain(Math.sign(change));
    }),
  );
});
