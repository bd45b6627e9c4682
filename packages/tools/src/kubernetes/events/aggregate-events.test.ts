import { expect, test } from 'vitest';
import { aggregateEvents } from './aggregate-events.ts';
import { describeEvent } from './describe-event.ts';

const now = new Date('2026-01-01T01:00:00Z');

const event = (fields: object, about: object = {}) => ({
  kind: 'Event',
  metadata: { namespace: 'shop', creationTimestamp: '2026-01-01T00:30:00Z' },
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-0', ...about },
  type: 'Warning',
  reason: 'BackOff',
  message: 'x',
  ...fields,
});

const describeAll = (events: readonly object[]) =>
  aggregateEvents(events as never).map((group) => describeEvent(group, now));

/** Suffixes as the API server generates them. */
const suffixes = Array.from({ length: 37 }, (_, index) => {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: 5 }, (__, at) => letters[(index * 7 + at * 11) % letters.length]).join('');
});

test('aggregateEvents groups rejections of pods with generated names', () => {
  const events = suffixes.map((suffix, index) =>
    event(
      {
        reason: 'FailedCreate',
        message: `Error creating: pods "web-7d4b9c6f5d-${suffix}" is forbidden: violates PodSecurity "restricted:latest"`,
        lastTimestamp: `2026-01-01T00:${String(index).padStart(2, '0')}:00Z`,
      },
      { kind: 'ReplicaSet', name: 'web-7d4b9c6f5d' },
    ),
  );
  const lines = describeAll(events);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^Warning FailedCreate replicaset\/web-7d4b9c6f5d \(37x since 1h ago, last 24m ago\): Error creating/,
  );
});

test("aggregateEvents groups the same event of one workload's pods and counts the pods", () => {
  const events = suffixes.slice(0, 3).map((suffix) =>
    event(
      {
        count: 4,
        message: `Back-off restarting failed container app in pod web-7d4b9c6f5d-${suffix}_shop(9e5b73de-2f08-4602-8388-cca88302097c)`,
      },
      { name: `web-7d4b9c6f5d-${suffix}` },
    ),
  );
  const lines = describeAll(events);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Warning BackOff pod\/web-7d4b9c6f5d-\w{5} and 2 others \(12x/);
});

test('aggregateEvents keeps the pods of a StatefulSet and of different workloads apart', () => {
  const names = ['web-0', 'web-1', 'web-7d4b9c6f5d-bcdfg', 'api-7d4b9c6f5d-bcdfg'];
  expect(describeAll(names.map((name) => event({}, { name })))).toHaveLength(4);
});

test('aggregateEvents keeps messages apart that differ in a word', () => {
  expect(describeAll([event({ message: 'no route' }), event({ message: 'no space' })])).toHaveLength(2);
});

// The scheduler writes events.k8s.io/v1: the older fields of an event are null.
test('aggregateEvents takes the time from eventTime when an event has no count and lastTimestamp', () => {
  const [line] = describeAll([
    event({
      reason: 'FailedScheduling',
      count: null,
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: '2026-01-01T00:50:00.123456Z',
      message: '0/3 nodes are available',
    }),
  ]);
  expect(line).toBe('Warning FailedScheduling pod/web-0 (9m59s ago): 0/3 nodes are available');
});

test('aggregateEvents groups a Normal event that reports a failure with the warnings', () => {
  const events = [
    event({ type: 'Normal', reason: 'BackOff', message: 'Back-off pulling image "web:2"' }),
    event({ type: 'Normal', reason: 'Scheduled', message: 'assigned' }),
    event({ reason: 'Failed', message: 'Error: ErrImagePull' }),
  ];
  expect(describeAll(events).map((line) => line.split(' (')[0])).toEqual([
    'Normal BackOff pod/web-0',
    'Warning Failed pod/web-0',
    'Normal Scheduled pod/web-0',
  ]);
});
