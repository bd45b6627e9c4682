import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testAnswers, testLoops } from './quirk.ts';
import { calls } from './quirks/calls.ts';
import { ends } from './quirks/ends.ts';
import { failures } from './quirks/failures.ts';
import { ollamaAnswers, ollamaLoops } from './quirks/ollama.ts';
import { handovers } from './quirks/handovers.ts';
import { loops as commonLoops } from './quirks/loops.ts';
import { recoveries } from './quirks/recoveries.ts';
import { repairs } from './quirks/repairs.ts';
import { requests } from './quirks/requests.ts';
import { retries } from './quirks/retries.ts';
import { tools } from './quirks/tools.ts';
import { rows } from './rows.ts';

const answers = [...ends, ...calls, ...requests, ...failures, ...ollamaAnswers];
const loops = [...commonLoops, ...repairs, ...recoveries, ...retries, ...handovers, ...tools, ...ollamaLoops];
const quirks = [...answers, ...loops];

/* The client within ai-sdk-ollama logs lines that it cannot parse to the console. */
beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterAll(() => vi.restoreAllMocks());

testAnswers(answers);
testLoops(loops);

test('every row has a case, and every case has a unique name', () => {
  expect([...new Set(quirks.map(({ row }) => row))].toSorted()).toEqual([...rows].toSorted());
  expect(new Set(quirks.map(({ row, id }) => `${row}: ${id}`)).size).toBe(quirks.length);
});
