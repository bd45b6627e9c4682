import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { createCluster } from '../../src/index.ts';
import { findProgram, minors } from '../support/programs.ts';
import { programEnvironment, runProgram } from '../support/run-program.ts';
import { commands } from './commands.ts';
import { splitCommand, toTranscript } from './transcript.ts';

const minuteMs = 60_000;
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: small}\nspec: {size: 3}\n';

describe.each(minors)('kubectl 1.%i', async (minor) => {
  // kubectl computes some ages with this machine's clock: the cluster starts slightly in the past and is advanced by
  // hand.
  const cluster = await createCluster({
    startTime: new Date(Date.now() - 10 * minuteMs),
    images: [{ image: 'ngnix:*', pull: 'missing' }],
  });
  afterAll(() => cluster.close());
  const env = await programEnvironment(cluster);
  const kubectl = await findProgram('kubectl', minor);
  const run = (args: readonly string[], input = '') =>
    runProgram(kubectl, ['--namespace=shop', ...args], { env, input });

  test('applies the shop twice and then finds no difference', async () => {
    const manifest = await readFile(new URL('shop.yaml', import.meta.url), 'utf8');
    expect(await run(['apply', '--server-side', '-f', '-'], manifest)).toMatchObject({ exitCode: 0, stderr: '' });
    cluster.advance(5 * minuteMs);
    expect(await run(['apply', '--server-side', '-f', '-'], manifest)).toMatchObject({ exitCode: 0, stderr: '' });
    const created = 'widget.example.com/small created\n';
    expect(await run(['apply', '-f', '-'], widget)).toMatchObject({ exitCode: 0, stdout: created });
    expect(await run(['diff', '--server-side', '-f', '-'], manifest)).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test.each(Object.keys(commands))('%s', async (topic) => {
    const transcripts: string[] = [];
    for (const line of commands[topic] ?? []) {
      transcripts.push(toTranscript(line, await run(splitCommand(line))));
      cluster.advance(2000);
    }
    await expect(transcripts.join('\n')).toMatchFileSnapshot(`__fixtures__/1.${minor}/${topic}.txt`);
  });
});
