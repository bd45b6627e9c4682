import { expect, it } from 'vitest';
import { autoscalerLimit } from './autoscaler-fault.ts';

it.each([
  ['True', 'TooManyReplicas', 'maximum'],
  ['True', 'TooFewReplicas', 'minimum'],
  ['True', 'ScaleUpLimit', undefined],
  ['False', 'TooManyReplicas', undefined],
])('autoscalerLimit reads ScalingLimited %s with reason %s as %s', (status, reason, limit) => {
  expect(autoscalerLimit({ status: { conditions: [{ type: 'ScalingLimited', status, reason }] } })).toBe(limit);
});
