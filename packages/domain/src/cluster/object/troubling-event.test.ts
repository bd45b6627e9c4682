import { expect, test } from 'vitest';
import { isTroublingEvent } from './troubling-event.ts';

// The kubelet records the back-off of an image pull as Normal (kubernetes, pkg/kubelet/images/image_manager.go).
test.each([
  ['Warning', 'FailedScheduling', true],
  ['Warning', 'Anything', true],
  ['Normal', 'BackOff', true],
  ['Normal', 'FailedBinding', true],
  ['Normal', 'Scheduled', false],
  ['Normal', 'ScalingReplicaSet', false],
  ['Normal', 'WaitForFirstConsumer', false],
])('isTroublingEvent judges an event of type %s and reason %s as %s', (type, reason, expected) => {
  expect(isTroublingEvent({ type, reason })).toBe(expected);
});
