import { type JsonValue, type ModelRequest, textOf } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openProposalWeb, type ProposalWeb } from './open-proposal-web.ts';
import { expectToFit } from './expect-to-fit.ts';

const isAsked =
  (...words: readonly string[]) =>
  ({ messages: [first] }: ModelRequest): boolean =>
    first !== undefined && words.every((word) => textOf(first).includes(word));

/** Returns the scripted answer of a flow's model to a question that contains all of these words. */
const answer = (words: readonly string[], input: JsonValue): ScriptedStep => ({
  when: isAsked(...words),
  toolCalls: [{ name: 'submit_answer', input }],
});

const manifests = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: cache
  namespace: shop
spec:
  replicas: 2
  selector: { matchLabels: { app: cache } }
  template:
    metadata: { labels: { app: cache } }
    spec:
      containers:
        - { name: cache, image: "redis:8" }
`;

const solution = (title: string, kind: string, score: number) => ({
  title,
  description: 'Two replicas without a volume. What is in it is gone when both are.',
  kinds: [{ apiVersion: 'apps/v1', kind }],
  score,
});

const model = new ScriptedModel(
  [
    answer(['Request: A database for orders'], {
      tool: 'databases',
      operation: 'create',
      why: 'It makes databases, and backs them up when asked to.',
      suggestions: [{ parameter: 'backups', value: true }],
    }),
    answer(['Request: A broken database'], {
      tool: 'databases',
      operation: 'create',
      why: 'It makes databases.',
      suggestions: [{ parameter: 'name', value: 'broken' }],
    }),
    answer(['Request: A cache', 'Answers of the user'], { manifests }),
    {
      ...answer(['Request: A cache', 'The solution:'], {
        questions: [
          { name: 'replicas', text: 'How many?', type: 'integer', required: true, suggestion: 2 },
          { name: 'image', text: 'Which image?', type: 'string', required: true, suggestion: 'redis:8' },
        ],
      }),
      times: 2,
    },
    answer(['Request: A cache'], {
      solutions: [solution('A deployment', 'Deployment', 80), solution('A cache of an operator', 'Cache', 95)],
    }),
    { times: Infinity, text: 'That is how it stands.' },
  ],
  'demo:shipmate-demo',
);

let web: ProposalWeb;
beforeAll(async () => {
  web = await openProposalWeb(model);
});
afterAll(() => web[Symbol.asyncDispose]());

it('a proposal leads from a request through parameters to a command that runs once', async () => {
  const page = await web.openTab('/proposals');
  await page.getByLabel('What do you need?').fill('A database for orders');
  await page.getByRole('button', { name: 'Find a platform operation' }).click();
  await page.getByRole('heading', { name: 'databases create' }).waitFor();
  expect(await page.getByLabel(/^backups/).inputValue()).toBe('true');
  const show = page.getByRole('button', { name: 'Show the command' });
  expect(await show.isDisabled()).toBe(true);
  await page.getByLabel(/^name/).fill('orders and more');
  await page.getByLabel(/^size/).selectOption('large');
  await page.getByLabel(/^size/).press('Tab');
  await show.click();
  await page.getByText('databases create --size=large --backups "orders and more"').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'proposal-operation', 'as it is');
  await page.getByRole('button', { name: 'Run this command' }).click();
  await page.getByRole('link', { name: 'Show the conversation' }).click();
  const said = page.getByRole('region', { name: 'Output so far' });
  await said.getByText('making create --size=large --backups orders and more').waitFor();
  await expectToFit(page, 'proposal-output', 'as it is');
  await web.finish();
  await page.getByText('That is how it stands.').waitFor();
  expect(await said.count()).toBe(0);
  await page.goBack();
  await page.getByText(/^making create --size=large --backups orders and more\nmade$/).waitFor();
  await page.getByText('The command ended with exit code 0.').waitFor();
  await page.getByRole('status').getByText('Completed').waitFor();
  expect(await page.getByRole('button', { name: 'Run this command' }).count()).toBe(0);
  expect(web.problems).toEqual([]);
});

it('a proposal leads from a request through solutions to applied manifests', async () => {
  const page = await web.openTab('/proposals');
  await page.getByLabel('What do you need?').fill('A cache');
  await page.getByRole('button', { name: 'Create recommendation' }).click();
  const solutions = page.getByRole('group', { name: 'Solutions' });
  await solutions.getByText('The cluster serves no Cache in apps/v1.').waitFor();
  expect(await solutions.getByRole('radio').first().isChecked()).toBe(true);
  await page.getByLabel(/^namespace/).fill('shop');
  await expectToFit(page, 'proposal-solutions', 'as it is');
  await page.getByRole('button', { name: 'Write the manifests' }).click();
  await page.getByText('Deployment shop/cache: would be created').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'proposal-manifests', 'as it is');
  await page.getByRole('button', { name: 'Apply to the cluster' }).click();
  await page.getByText('The agent has finished.').waitFor();
  const cache = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cache', namespace: 'shop' };
  expect(web.cluster.objects.get(cache)).toMatchObject({ spec: { replicas: 2 } });
  await page.getByRole('link', { name: 'Proposals' }).last().click();
  await page.getByRole('list', { name: 'Proposals' }).getByRole('link').nth(1).waitFor();
  await expectToFit(page, 'proposals', 'as it is');
  expect(web.problems).toEqual([]);
});

it('a request whose tool failed shows the failure, its reason and the next step', async () => {
  const page = await web.openTab('/proposals');
  await page.getByLabel('What do you need?').fill('A queue that no operation creates');
  await page.getByRole('button', { name: 'Find a platform operation' }).click();
  await page.getByText(/The run failed\. "build-platform" failed: .* then send the request again\./).waitFor();
  await page.getByRole('link', { name: 'Show the conversation' }).click();
  await page.getByText('"build-platform" failed: The model gave no answer').first().waitFor();
  expect(web.problems).toEqual([]);
});

it('a command that exits with a code other than 0 shows a failed run with the code and its last output', async () => {
  const page = await web.openTab('/proposals');
  await page.getByLabel('What do you need?').fill('A broken database');
  await page.getByRole('button', { name: 'Find a platform operation' }).click();
  await page.getByRole('button', { name: 'Show the command' }).click();
  await page.getByRole('button', { name: 'Run this command' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The run failed.' });
  await failure.getByText(/"run_operation" failed: The command ended with exit code 3\..*no space left/s).waitFor();
  await page.getByRole('status').getByText('Failed', { exact: true }).waitFor();
  await failure.getByRole('link', { name: 'Show the conversation' }).click();
  await page
    .getByRole('alert')
    .getByText(/exit code 3\..*no space left/s)
    .waitFor();
  expect(web.problems).toEqual([]);
});
