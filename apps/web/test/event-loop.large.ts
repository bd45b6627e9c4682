import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type {} from '@shipmate/db/testing/global-setup';
import { expect, inject, it } from 'vitest';
import { calls, type EventLoopSettings, type MeasuredResponse, maxTurn, output, turns } from './event-loop-settings.ts';

const program = fileURLToPath(new URL('event-loop-process.ts', import.meta.url));

/** The old space is so large that no collection of the whole heap, which takes up to 27 ms, falls within the measured work. */
const nodeArgs = [
  '--conditions=@shipmate/source',
  '--disable-warning=ExperimentalWarning',
  '--liftoff-only',
  '--initial-old-space-size=4096',
];

async function measure(settings: EventLoopSettings): Promise<readonly [MeasuredResponse, ...MeasuredResponse[]]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeArgs, program, JSON.stringify(settings)]);
  return JSON.parse(stdout) as [MeasuredResponse, ...MeasuredResponse[]];
}

it.each(['embedded', 'postgres'] as const)(
  'a run with long results keeps each turn of the event loop short, for its reader and its pages, on %s',
  async (engine) => {
    const [chat, ...pages] = await measure({ engine, adminUrl: inject('shipmatePostgresUrl') });
    const whole = turns * calls * output.length;
    expect(chat.length).toBeGreaterThan(whole);
    expect(pages).toHaveLength(4);
    expect(pages.filter(({ length }) => length <= whole / 2)).toEqual([]);
    expect([chat, ...pages].filter(({ longestTurn }) => longestTurn >= maxTurn)).toEqual([]);
  },
);
