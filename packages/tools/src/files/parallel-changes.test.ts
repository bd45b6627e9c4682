import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bindTools, runToolLoop, userMessage } from '@shipmate/core';
import { ScriptedModel, type ScriptedToolCall } from '@shipmate/core/testing';
import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../test/support/create-git-checkout.ts';
import { FILE_TOOLS } from './file-tools.ts';

/** Lets a model make all calls in one turn; returns the calls that failed. */
async function callInOneTurn({ context }: GitCheckout, toolCalls: readonly ScriptedToolCall[]) {
  using model = new ScriptedModel([{ toolCalls: [...toolCalls] }, { text: 'Done.' }]);
  const { toolCallsExecuted } = await runToolLoop(model, {
    messages: [userMessage('Change the files.')],
    tools: bindTools(FILE_TOOLS, context.ports),
    context,
  });
  expect(toolCallsExecuted).toHaveLength(toolCalls.length);
  return toolCallsExecuted.filter(({ isError }) => isError).map(({ output }) => output);
}

it('editFile makes all edits of one file that a model asks for in one turn', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'one();\ntwo();\nthree();\nfour();\n' });
  const names = ['one', 'two', 'three', 'four'];
  const failed = await callInOneTurn(
    checkout,
    names.map((name) => ({
      name: 'editFile',
      input: { filePath: 'a.ts', oldStr: `${name}()`, newStr: `${name}(1)` },
    })),
  );
  expect(failed).toEqual([]);
  expect(await readFile(join(checkout.folder, 'a.ts'), 'utf8')).toBe('one(1);\ntwo(1);\nthree(1);\nfour(1);\n');
});

it('the file tools make the changes that a model asks for in one turn in their order', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'a();\n', 'old.ts': 'old();\n' });
  const failed = await callInOneTurn(checkout, [
    { name: 'moveFile', input: { from: 'a.ts', to: 'src/b.ts' } },
    { name: 'editFile', input: { filePath: 'src/b.ts', oldStr: 'a()', newStr: 'b()' } },
    { name: 'removeFile', input: { filePath: 'old.ts' } },
    { name: 'writeFile', input: { filePath: 'old.ts/index.ts', content: 'old();\n' } },
  ]);
  expect(failed).toEqual([]);
  expect(await readFile(join(checkout.folder, 'src/b.ts'), 'utf8')).toBe('b();\n');
  await access(join(checkout.folder, 'old.ts/index.ts'));
});
