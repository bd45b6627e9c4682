import { bindTools, defineTool, ToolRegistry } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createWorkspaceFromTemplate, type Workspace } from '@shipmate/domain/workspace';
import { openTestTools } from '@shipmate/tools/testing';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openWeb, type OpenWeb } from './open-web.ts';

/** A web app with one workspace and an agent that asks for approval to remove a release. */
export interface AskingWeb extends OpenWeb {
  readonly workspace: Workspace;
  /** Names of the releases that the agent removed. */
  readonly removed: readonly string[];
}

const afterAnswers = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  times: Infinity,
  when: ({ messages }) => messages.at(-1 - count)?.role === 'user' || (count === 1 && messages.at(-1)?.role === 'tool'),
});

/** The message of a run that removes nothing. */
export const harmlessQuestion: string = 'Set 3 replicas.';

const unasked: ScriptedStep = {
  text: 'Nothing is removed.',
  times: Infinity,
  when: ({ messages }) => JSON.stringify(messages.at(-1)).includes(harmlessQuestion),
};

/** Starts it; `input` is the input of the agent's tool call. */
export async function openAskingWeb(
  input: Readonly<Record<'name' | 'namespace', string>> & { readonly image?: string } = {
    name: 'web',
    namespace: 'shop',
  },
): Promise<AskingWeb> {
  const removed: string[] = [];
  const remove = defineTool({
    name: 'removeRelease',
    description: 'Removes a release.',
    category: 'chart',
    effect: 'destructive',
    input: z.object({ name: z.string(), namespace: z.string(), image: z.string().optional() }),
    output: z.object({ removed: z.string() }),
    execute: async ({ name }) => {
      removed.push(name);
      return { removed: name };
    },
  });
  const model = new ScriptedModel([
    unasked,
    afterAnswers(0, { text: 'I remove it.', toolCalls: [{ name: 'removeRelease', input }] }),
    afterAnswers(1, { text: 'That is how it stands.' }),
  ]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  await using stack = new AsyncDisposableStack();
  const web = stack.use(
    await openWeb(({ unitOfWork }) => {
      const usual = Object.values(openTestTools(createToolStorage(unitOfWork)).registry.getAll());
      return {
        models: { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
        tools: new ToolRegistry([...usual, ...bindTools([remove], {})]).freeze(),
      };
    }),
  );
  const { workspaces } = web.unitOfWork.stores;
  const workspace = await workspaces.create(web.principal, createWorkspaceFromTemplate('sample', 'Shop'));
  stack.move();
  return { ...web, workspace, removed };
}

/** Sends a question in the chat of a page. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question);
  await page.keyboard.press('Enter');
}
