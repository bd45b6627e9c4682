import { expect, test } from 'vitest';
import { describeEarlyFailure, describeUnschedulable } from './scheduler.ts';

const short = { reasons: ['Insufficient cpu', 'Insufficient nvidia.com/gpu'], isPreemptable: false };
const full = { reasons: ['Too many pods'], isPreemptable: true };

test.each([
  [[], 34, 'no nodes available to schedule pods'],
  [
    [short],
    34,
    '0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient nvidia.com/gpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
  ],
  [
    [short, full],
    33,
    '0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient nvidia.com/gpu, 1 Too many pods. preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
  ],
])('describeUnschedulable words %j in version 1.%i', (rejections, minor, expected) => {
  expect(describeUnschedulable(rejections, minor)).toBe(expected);
});

test('describeEarlyFailure reports a claim problem without evaluating nodes', () => {
  const reason = 'pod has unbound immediate PersistentVolumeClaims';
  expect(describeEarlyFailure(reason, { nodes: 1, minor: 34 })).toBe(`0/1 nodes are available: ${reason}. not found`);
});
