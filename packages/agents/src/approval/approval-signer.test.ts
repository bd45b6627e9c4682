import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createApprovalSigner } from './approval-signer.ts';

const signer = createApprovalSigner('a secret of thirty-two characters');
const call = { runId: 'r', toolCallId: 'c', tool: 'deleteThing', input: { name: 'web', force: true } };

it.each([
  ['another run', { runId: 'r2' }],
  ['another call', { toolCallId: 'c2' }],
  ['another tool', { tool: 'deleteThings' }],
  ['another input', { input: { name: 'web', force: false } }],
  ['more input', { input: { name: 'web', force: true, all: true } }],
])('ApprovalSigner.verify returns false for %s', (_, changed) => {
  expect(signer.verify({ ...call, ...changed }, signer.sign(call))).toBe(false);
});

it('ApprovalSigner.verify ignores the order of keys and returns false for another secret or signature', () => {
  const signature = signer.sign(call);
  expect(signer.verify({ ...call, input: { force: true, name: 'web' } }, signature)).toBe(true);
  expect(createApprovalSigner('another secret of 32 characters..').verify(call, signature)).toBe(false);
  for (const forged of ['', 'x', `${signature}x`, signature.slice(1)]) expect(signer.verify(call, forged)).toBe(false);
});

it('ApprovalSigner distinguishes any two inputs that differ as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      const isSame = signer.verify({ ...call, input: right }, signer.sign({ ...call, input: left }));
      expect(isSame).toBe(canonical(left) === canonical(right));
    }),
  );
});

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : entry,
  );
}
