import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBoundedOutput } from './bounded-output.ts';

function collect(chunks: readonly string[], maxBytes: number) {
  const output = createBoundedOutput(maxBytes);
  for (const chunk of chunks) output.append(Buffer.from(chunk));
  return output;
}

const chunks = fc.array(fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c', '\n') }), { maxLength: 12 });

it('a bounded output keeps all output that fits, and both ends of longer output, for any chunks', () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 0, max: 60 }), (parts, maxBytes) => {
      const whole = parts.join('');
      const output = collect(parts, maxBytes);
      const head = Math.ceil(maxBytes / 2);
      const tail = maxBytes - head;
      const omitted = whole.length - maxBytes;
      expect(output.isTruncated()).toBe(omitted > 0);
      expect(output.toString()).toBe(
        omitted > 0
          ? `${whole.slice(0, head)}\n… ${omitted} bytes left out …\n${whole.slice(whole.length - tail)}`
          : whole,
      );
    }),
  );
});

it('a bounded output joins characters that were split between chunks', () => {
  const bytes = Buffer.from('größe');
  const output = createBoundedOutput(100);
  output.append(bytes.subarray(0, 3));
  output.append(bytes.subarray(3));
  expect(output.toString()).toBe('größe');
});
