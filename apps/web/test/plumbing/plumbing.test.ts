import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import { sharedHelm } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb } from '../start-web.ts';
import type { ChangeRequest, Turn } from './change-request.ts';
import { uploadChart, type ChartWorkspace } from './chart-workspace.ts';
import { renderObjects } from './render-objects.ts';
import { billing } from './requests/billing.ts';
import { gateway } from './requests/gateway.ts';
import { ledger } from './requests/ledger.ts';
import { nightlyReport } from './requests/nightly-report.ts';
import { storefront } from './requests/storefront.ts';
import { scriptModel, toProceeding } from './script-model.ts';

const stories = [storefront, ledger, nightlyReport, billing, gateway];
const model = scriptModel(stories);

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ model });
});
afterAll(() => web[Symbol.asyncDispose]());

it('the chart stories have five charts and twenty requests', () => {
  expect(stories).toHaveLength(5);
  expect(stories.flatMap(({ requests }) => requests).length).toBeGreaterThanOrEqual(20);
});

describe.each(stories)('a chart author changes $folder', ({ folder, root = '', requests }) => {
  let workspace: ChartWorkspace;
  beforeAll(async () => {
    workspace = await uploadChart(await web.signIn(), folder);
  });

  it.each(requests)('$ask', async (request) => {
    const { currentRevisionNumber } = (await workspace.show()).workspace;
    await converse(workspace, request);
    for (const decision of request.decisions ?? [{ accept: 'all' }]) {
      expect(await workspace.decide(decision)).toBe(200);
    }
    expect((await workspace.show()).workspace).toMatchObject({
      currentRevisionNumber: currentRevisionNumber + 1,
      pendingCount: 0,
    });

    const files = await workspace.export();
    const { renders, rendersNot = [], rendersWith = {} } = request;
    const rendered = await renderObjects(sharedHelm, { organizationId: 'acme', files, root, valuesFiles: [] });
    expect(rendered).toMatchObject(renders);
    for (const path of rendersNot) expect(rendered).not.toHaveProperty([...path]);
    for (const [valuesFile, objects] of Object.entries(rendersWith)) {
      expect(
        await renderObjects(sharedHelm, { organizationId: 'acme', files, root, valuesFiles: [valuesFile] }),
      ).toMatchObject(objects);
    }
  });
});

it('the model used all its scripted turns', () => {
  expect(() => model.assertConsumed()).not.toThrow();
});

/** Requests a change and, when the model proposes a plan, applies it. */
async function converse(workspace: ChartWorkspace, { ask, persona, turns, proceeding }: ChangeRequest): Promise<void> {
  await expectAnswer(workspace.ask(ask, persona && { persona }), turns);
  if (!proceeding) return;
  const plan = await workspace.findPlan();
  expect(plan).toMatchObject({ status: 'proposed' });
  await expectAnswer(workspace.ask(toProceeding(ask), { planId: plan?.id }), proceeding);
  expect(await workspace.findPlan()).toMatchObject({ id: plan?.id, status: 'applied' });
}

/** A complete answer ends with the text of the last turn. */
async function expectAnswer(answering: Promise<ConversationResponse>, turns: readonly Turn[]): Promise<void> {
  const answer = (await answering).messages.at(-1);
  expect(answer).not.toHaveProperty('metadata.cutShort');
  expect(answer?.parts.at(-1)).toMatchObject({ type: 'text', text: turns.at(-1)?.text });
}
