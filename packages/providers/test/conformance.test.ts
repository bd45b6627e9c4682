import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testAnswers, testLoops } from './conformance/quirk.ts';
import { calls } from './conformance/quirks/calls.ts';
import { ends } from './conformance/quirks/ends.ts';
import { failures } from './conformance/quirks/failures.ts';
import { ollamaAnswers, ollamaLoops } from './conformance/quirks/ollama.ts';
import { handovers } from './conformance/quirks/handovers.ts';
import { loops as commonLoops } from './conformance/quirks/loops.ts';
import { recoveries } from './conformance/quirks/recoveries.ts';
import { repairs } from './conformance/quirks/repairs.ts';
import { requests } from './conformance/quirks/requests.ts';
import { retries } from './conformance/quirks/retries.ts';
import { tools } from './conformance/quirks/tools.ts';
import { rows } from './conformance/rows.ts';

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
