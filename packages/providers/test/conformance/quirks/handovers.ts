import { expect } from 'vitest';
import type { ScriptedAnswer } from '../../../src/testing/index.ts';
import { expectAnswered, restartsOf } from '../outcome.ts';
import { everyWire, type LoopQuirk } from '../quirk.ts';

const body = { error: { type: 'error', message: 'busy', code: 'x', status: 'X' } };
const done = { text: 'In Oslo.' };
const thought: ScriptedAnswer = {
  thinking: { text: 'THOUGHT', signature: 'SIGNATURE' },
  text: 'Let me look.',
  toolCalls: [{ id: 'call_1', name: 'weather', input: { place: 'Oslo' }, signature: 'SIGNATURE' }],
};

/** Returns a provider of another format. */
const anotherOf = (wire: string): string => (wire === 'anthropic' ? 'openai' : 'anthropic');

/** Histories that move from one provider to another, and through a database. */
export const handovers: readonly LoopQuirk[] = [
  {
    id: 'another vendor takes over in the middle of a run',
    row: 'the vendor changes',
    source: 'anomalyco/opencode #6418; vercel/ai #2636',
    wires: everyWire,
    script: [thought, { status: 529, body, times: 3 }],
    heir: { of: anotherOf, script: [done] },
    holds: (outcome, wire) => {
      const { result, heirBodies } = outcome;
      expect(result).toMatchObject({ stopReason: 'final', finalMessage: done.text });
      expect(restartsOf(outcome)).toEqual([
        ['retry', 500],
        ['retry', 1000],
        ['fallback', 0],
      ]);
      expect(result.steps.map(({ model }) => model.split(':')[0])).toEqual([wire, wire, wire, wire, anotherOf(wire)]);
      const sent = JSON.stringify(heirBodies);
      for (const kept of ['Let me look.', 'rain: ', 'call_1']) expect(sent).toContain(kept);
      for (const left of ['THOUGHT', 'SIGNATURE']) expect(sent).not.toContain(left);
      // The history itself keeps them for later requests to their vendor.
      expect(JSON.stringify(result.messages)).toContain('THOUGHT');
      expectAnswered(result);
    },
  },
  {
    id: 'signatures come back after a JSON round trip',
    row: 'thinking is replayed unchanged',
    source: 'Anthropic docs: Extended thinking with tool use; octos-org/octos #1897',
    wires: ['anthropic', 'openai', 'google', 'openrouter'],
    script: [thought, done, done],
    nextQuestion: 'And tomorrow?',
    holds: ({ result, bodies }) => {
      const [before, after] = bodies.slice(1).map((request) => JSON.stringify(request).match(/"SIGNATURE"/g));
      expect(before?.length).toBeGreaterThan(0);
      expect(after).toEqual(before);
      expectAnswered(result);
    },
  },
];
