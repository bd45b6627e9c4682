import { expect, it } from 'vitest';
import { describePlanState, isOpen, toChangeDraft } from './plan-state.ts';

const action = { path: 'values.yaml', action: 'modify', newPath: null, why: 'x' } as const;
const actions = [
  { ...action, isDone: true },
  { ...action, isDone: false },
];

it.each([
  ['proposed', 'Waiting for approval', true],
  ['applying', 'Applying, 1 of 2 done', false],
  ['partly_applied', 'Stopped, 1 of 2 done', true],
  ['applied', 'Applied', false],
  ['ignored', 'Ignored', false],
  ['superseded', 'Replaced by a newer plan', false],
] as const)('describePlanState describes a plan that is %s', (status, words, open) => {
  expect([describePlanState({ status, actions }), isOpen({ status })]).toEqual([words, open]);
});

it('toChangeDraft starts a message with the plan and keeps the draft', () => {
  expect(toChangeDraft({ summary: 'Make it sturdy' }, 'no HPA')).toBe('Change the plan “Make it sturdy”: no HPA');
  expect(toChangeDraft({ summary: 'x'.repeat(100) }, '')).toBe(`Change the plan “${'x'.repeat(59)}…”: `);
});
