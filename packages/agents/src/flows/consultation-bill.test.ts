import { noUsage, type ModelStep } from '@shipmate/core';
import { expect, it } from 'vitest';
import { type ConsultationCost, createConsultationBill } from './consultation-bill.ts';

const step = (turn: number, inputTokens: number, costUsd?: number): ModelStep => ({
  turn,
  model: 'test:model',
  usage: { ...noUsage, inputTokens },
  ...(costUsd !== undefined && { costUsd }),
  purpose: 'turn',
});
const ended = (...steps: ModelStep[]) =>
  ({ turn: 0, message: { role: 'assistant', content: [] }, finish: 'stop', added: [], steps }) as const;
const cost = (inputTokens: number, costUsd: number | null): ConsultationCost => ({
  model: 'test:model',
  usage: { ...noUsage, inputTokens },
  costUsd,
});

it('createConsultationBill counts each turn when it ends, and the remaining requests on settle', async () => {
  const counts: ConsultationCost[] = [];
  const bill = createConsultationBill(async (spent) => void counts.push(spent));
  const steps = [step(0, 1, 0.5), step(0, 2, 0.25), step(1, 4), step(2, 8, 1)] as const;
  await bill.journal.turnEnded(ended(steps[0], steps[1]));
  await bill.journal.turnEnded(ended(steps[2]));
  expect(counts).toEqual([cost(3, 0.75), cost(4, null)]);
  await bill.settle(steps);
  await bill.settle(steps);
  expect(counts.slice(2)).toEqual([cost(8, 1)]);
});

it('createConsultationBill counts the requests of a turn for the model that each was sent to', async () => {
  const counts: ConsultationCost[] = [];
  const bill = createConsultationBill(async (spent) => void counts.push(spent));
  await bill.journal.turnEnded(ended(step(0, 1, 0.5), { ...step(0, 2, 0.25), model: 'other:model' }));
  expect(counts).toEqual([cost(1, 0.5), { ...cost(2, 0.25), model: 'other:model' }]);
});

it('createConsultationBill counts a step again when the first count fails', async () => {
  const counts: ConsultationCost[] = [];
  let isAway = true;
  const bill = createConsultationBill(async (spent) => {
    if (isAway) throw new Error('The database is away.');
    counts.push(spent);
  });
  const first = step(0, 1, 0);
  await expect(bill.journal.turnEnded(ended(first))).rejects.toThrow('away');
  isAway = false;
  await bill.settle([first]);
  expect(counts).toEqual([cost(1, 0)]);
});
