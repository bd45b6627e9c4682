import type { JsonObject } from '@shipmate/domain/cluster/object';
import { describe, expect, it } from 'vitest';
import { stateOf } from './state-of.ts';
import { compareObjects } from './describe-change.ts';

/** As Kubernetes 1.34 returns built-in kinds: `kind` before `apiVersion`, then the order of the Go types. */
const asTyped = (image: string, server: JsonObject = {}): JsonObject => ({
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  metadata: { name: 'web', namespace: 'shop', uid: 'u1', labels: { tier: 'front', app: 'web' }, ...server },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { creationTimestamp: null, labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image, ports: [{ containerPort: 8080, protocol: 'TCP' }], env: [] }] },
    },
  },
  status: { replicas: 2 },
});

/** Returns the same object with the keys of every level in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}

const serverFields = {
  resourceVersion: '12',
  generation: 3,
  creationTimestamp: '2026-01-01T00:00:00Z',
  managedFields: [{ manager: 'shipmate' }],
};
const orders = [
  ['the same order', (object: JsonObject) => object],
  ['the opposite order', (object: JsonObject) => reversed(object) as JsonObject],
] as const;

describe.each(orders)('two responses with keys in %s', (_name, inOrder) => {
  it('are unchanged when they differ only in fields that the server sets', () => {
    const after = inOrder(asTyped('web:1', serverFields));
    expect(compareObjects(asTyped('web:1'), after)).toEqual({
      effect: 'unchanged',
      text: '# Deployment shop/web: would be unchanged',
    });
    expect(stateOf(after)).toBe(stateOf(asTyped('web:1')));
  });

  it('differ only in the changed field', () => {
    const after = inOrder(asTyped('web:2', serverFields));
    const { effect, text } = compareObjects(asTyped('web:1'), after);
    expect(effect).toBe('changed');
    expect(text.split('\n').filter((line) => /^[-+] /.test(line))).toEqual([
      expect.stringMatching(/^- +image: web:1$/),
      expect.stringMatching(/^\+ +image: web:2$/),
    ]);
    expect(stateOf(after)).not.toBe(stateOf(asTyped('web:1')));
  });
});

it('a diff shows apiVersion, kind and name first', () => {
  const { text } = compareObjects(undefined, reversed(asTyped('web:1')) as JsonObject);
  const lines = text.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++'));
  expect(lines.slice(0, 4)).toEqual(['+apiVersion: apps/v1', '+kind: Deployment', '+metadata:', '+  name: web']);
});

it('compareObjects reports a changed list order as a difference', () => {
  const list = (items: readonly string[]) => ({ kind: 'Widget', apiVersion: 'example.com/v1', spec: { items } });
  expect(compareObjects(list(['a', 'b']), list(['b', 'a'])).effect).toBe('changed');
});
