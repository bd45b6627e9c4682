import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { type ClusterWeb, openClusterWeb } from './open-cluster-web.ts';
import { expectToFit } from './expect-to-fit.ts';

let web: ClusterWeb;

beforeAll(async () => {
  web = await openClusterWeb();
});

afterAll(() => web[Symbol.asyncDispose]());

it('the cluster page lists problems, filters them by keyboard, and keeps the filter in the URL', async () => {
  const page = await web.openTab('/');
  await page.getByRole('link', { name: 'Cluster' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('kubernetes');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Problems' });
  await list.waitFor();
  expect(await page.title()).toBe('Cluster · Shipmate');
  await page.getByText('This is a simulator, not a real cluster.').waitFor();
  // Crashing containers restart repeatedly, so the number of problems changes over time.
  const inShop = list.getByText('Container "checkout" starts and ends again and again');
  await inShop.waitFor();
  const all = await list.getByRole('heading', { level: 3 }).allInnerTexts();
  expect(all.length).toBeGreaterThanOrEqual(4);
  expect(all.filter((text) => text.includes('storefront'))).toEqual([]);
  await expectAccessible(page);
  await expectToFit(page, 'cluster', 'as it is');

  const namespace = page.getByRole('button', { name: /^payments/ });
  await namespace.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => list.getByRole('heading', { level: 3 }).count()).toBe(2);
  expect(page.url()).toContain('namespace=payments');
  await page.getByRole('button', { name: /^Critical/ }).press('Space');
  await page.getByText('No problems match the filters.').waitFor();
  await page.reload();
  await page.getByText('No problems match the filters.').waitFor();
  await page.getByRole('combobox', { name: 'Namespace' }).selectOption('All');
  await page.getByRole('button', { name: /^Critical/ }).click();
  await inShop.waitFor();

  const evidence = list.getByRole('listitem', { name: 'Deployment payments/invoices' });
  await evidence.getByText('Evidence', { exact: true }).click();
  await evidence.getByText('registry.example.com/payments/invoices:v1.8.O', { exact: true }).waitFor();
  expect(web.problems).toEqual([]);
});

it('Investigate starts a conversation with the agent that the cluster page lists', async () => {
  const page = await web.openTab('/cluster');
  await page.getByRole('button', { name: 'Investigate Deployment shop/checkout' }).click();
  await page.getByRole('log').getByText('What is wrong with Deployment shop/checkout').waitFor();
  await page.getByRole('article', { name: 'Shipmate' }).getByText('HAS NO KEY "PAYMENTS_URL"').last().waitFor();
  await page.getByText('The answer is complete.').waitFor({ state: 'attached' });
  await expectAccessible(page);
  await expectToFit(page, 'cluster-conversation', 'as it is');
  const address = page.url();

  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Is anything else wrong?');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('article', { name: 'Shipmate' }).count()).toBe(2);
  await page.getByText('The answer is complete.').waitFor({ state: 'attached' });
  await page.reload();
  await expect.poll(() => page.getByRole('article', { name: 'Shipmate' }).count()).toBe(2);

  await page.getByRole('link', { name: 'Cluster' }).last().click();
  await page.getByRole('region', { name: 'Investigations' }).getByRole('link').click();
  expect(page.url()).toBe(address);
  await page.getByRole('link', { name: /^Runs/ }).click();
  await page.getByRole('list', { name: 'Runs' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Steps' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Cluster' }).click();
  expect(page.url()).toBe(address);
  expect(web.problems).toEqual([]);
});

it('the cluster page refreshes by itself while it is visible, and names the missing permission', async () => {
  const page = await web.openTab('/cluster');
  await page.getByRole('list', { name: 'Problems' }).waitFor();
  await page.clock.install();
  await page.reload();
  await page.getByRole('list', { name: 'Problems' }).waitFor();
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/clusters/report')) reports += 1;
  });
  await page.clock.runFor(16_000);
  await expect.poll(() => reports).toBe(1);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.runFor(120_000);
  expect(reports).toBe(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => reports).toBe(2);

  const blind = await web.openTab('/cluster?context=blind');
  await blind.getByRole('alert').getByText('may not list pods').waitFor();
  await expectAccessible(blind);
  await blind.getByRole('textbox', { name: 'Namespace to read' }).fill('payments');
  await blind.keyboard.press('Enter');
  await blind.getByRole('list', { name: 'Problems' }).getByText('invoices').first().waitFor();
  await blind.getByText('kinds of objects could not be read').click();
  await blind.getByText('Not permitted: "list" on nodes.').waitFor();
  await expectAccessible(blind);
  await blind.getByRole('combobox', { name: 'Context' }).selectOption('demo (simulated)');
  await blind.getByRole('list', { name: 'Problems' }).waitFor();
  expect(web.problems.filter((problem) => !problem.includes('502'))).toEqual([]);
});

it('a remediation shows its plan, evidence and diffs, and executes the approved actions', async () => {
  const page = await web.openTab('/cluster');
  await page.getByRole('button', { name: 'Plan a fix of Deployment payments/invoices' }).click();
  await page.getByRole('status').getByText('Investigating').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  using model = new ScriptedModel([
    { toolCalls: [{ name: 'kubectl_describe', input: { resource: 'deployment/invoices', namespace: 'payments' } }] },
    { toolCalls: [{ name: 'submit_answer', input: wrongTag }] },
  ]);
  await web.workOn(id, model);
  await page.getByRole('status').getByText('Waiting for approval').waitFor();
  await page.getByText('The tag of the image has a letter O').waitFor();
  const image = page.getByRole('listitem', { name: 'Patch Deployment payments/invoices' });
  await image.getByText(/\+ .*invoices:v1\.8\.0/).waitFor();
  await image.getByText('medium risk').waitFor();
  await page.getByRole('button', { name: 'kubectl_describe' }).click();
  await page.getByRole('region', { name: 'Text' }).getByText('ImagePullBackOff').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'remediation-plan', 'as it is');

  await page.getByRole('checkbox', { name: 'Scale Deployment shop/storefront' }).press('Space');
  await page.getByRole('button', { name: 'Approve 1 of 2 actions' }).click();
  await page.getByRole('status').getByText('Applying changes').waitFor();
  await web.workOn(id, model);
  await page.getByRole('status').getByText('Verifying').waitFor();
  await page.getByText(/Outcome by \d\d:\d\d\./).waitFor();
  await expectAccessible(page);
  await web.watch(id);
  await page.getByRole('status').getByText('Resolved').waitFor();
  await page.getByText(/^The rules no longer find ImagePullFailed of Deployment payments\/invoices/).waitFor();
  await image.getByText('Completed').waitFor();
  await page.getByRole('listitem', { name: 'Scale Deployment shop/storefront' }).getByText('Not run').waitFor();
  await page.getByText('Healthy: 1 of 1 replicas').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Cluster' }).last().click();
  await page.getByRole('region', { name: 'Remediations' }).getByText('Resolved').waitFor();
  await page.getByRole('listitem', { name: 'Deployment payments/invoices' }).waitFor({ state: 'detached' });
  expect(web.problems.filter((problem) => !problem.includes('502'))).toEqual([]);
});

it('Cancel remediation ends a remediation, which then shows that nothing was changed', async () => {
  const page = await web.openTab('/cluster');
  await page.getByRole('button', { name: 'Plan a fix of Deployment shop/checkout' }).click();
  await page.getByRole('status').getByText('Investigating').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'remediation-at-work', 'as it is');
  await page.getByRole('button', { name: 'Cancel remediation' }).press('Enter');
  await page.getByRole('status').getByText('Cancelled').waitFor();
  await page.getByText('It was stopped. Nothing was changed.').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel remediation' }).count()).toBe(0);
  await web.workOn(page.url().split('/').at(-1) ?? '');
  await page.reload();
  await page.getByRole('status').getByText('Cancelled').waitFor();
  await expectAccessible(page);
  await page.close();
});

it('Plan a fix continues from an investigation with its question', async () => {
  const page = await web.openTab('/cluster');
  await page.getByRole('button', { name: 'Investigate Deployment shop/recommendations' }).click();
  await page.getByText('The answer is complete.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Plan a fix' }).press('Enter');
  await page.getByRole('status').getByText('Investigating').waitFor();
  await page.getByText('What is wrong with Deployment shop/recommendations').first().waitFor();
  await web.workOn(page.url().split('/').at(-1) ?? '');
  await page.getByText('The demo model planned this').waitFor();
  expect(web.problems.filter((problem) => !problem.includes('502'))).toEqual([]);
  await page.close();
});

it.each(['payments/fraud-scoring', 'shop/checkout', 'shop/recommendations'])(
  'a remediation by the demo model repairs %s of the demo cluster',
  async (workload) => {
    const page = await web.openTab('/cluster');
    await page.getByRole('button', { name: `Plan a fix of Deployment ${workload}` }).click();
    await page.getByRole('status').getByText('Investigating').waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    await web.workOn(id);
    await page.getByText('The demo model planned this').waitFor();
    await page.getByText(/shipmate-demo · about [\d,]+ tokens in.* · no cost/).waitFor();
    await page.getByRole('button', { name: 'Approve the action' }).click();
    await page.getByRole('status').getByText('Applying changes').waitFor();
    await web.workOn(id);
    await web.watch(id);
    await page.getByRole('status').getByText('Resolved').waitFor();
    await page.getByRole('link', { name: 'Cluster' }).last().click();
    await page.getByRole('region', { name: 'Remediations' }).getByText('Resolved').first().waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: `Plan a fix of Deployment ${workload}` }).waitFor({ state: 'detached' });
    expect(web.problems.filter((problem) => !problem.includes('502'))).toEqual([]);
    await page.close();
  },
  60_000,
);

/** The answer of a model that finds the cause and adds an action that is not needed. */
const wrongTag = {
  issueStatus: 'active',
  rootCause: 'The tag of the image has a letter O where a zero belongs, and no image has that tag.',
  confidence: 0.9,
  factors: ['The registry answers that the tag is not found.'],
  evidence: ['c2'],
  affected: [{ resource: 'deployment/invoices', namespace: 'payments' }],
  remediation: {
    summary: 'Correct the tag.',
    actions: [
      {
        description: 'Set the image to the tag that exists.',
        rationale: 'The pods start once their image can be pulled.',
        risk: 'low',
        patch: {
          resource: 'deployment/invoices',
          namespace: 'payments',
          patch:
            'spec: { template: { spec: { containers: [{ name: invoices, image: "registry.example.com/payments/invoices:v1.8.0" }] } } }',
        },
      },
      {
        description: 'Run one more storefront.',
        rationale: 'There is room.',
        risk: 'low',
        command: 'kubectl scale deployment/storefront --replicas=3 -n shop',
      },
    ],
  },
  validation: 'Its pods stay ready.',
};
