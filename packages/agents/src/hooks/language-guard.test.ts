import {
  createToolExecutionContext,
  runToolLoop,
  textOf,
  userMessage,
  type AgenticResult,
  type LoopEvent,
} from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { describe, expect, test } from 'vitest';
import { createLanguageGuard } from './language-guard.ts';

const chinese = '这个工作流程有三个步骤。';
const inEnglish = 'This workflow has three steps.';

async function answer(question: string, ...texts: readonly string[]) {
  const steps: readonly ScriptedStep[] = texts.map((text) => ({ text }));
  using model = new ScriptedModel(steps);
  const events: LoopEvent[] = [];
  const result: AgenticResult = await runToolLoop(model, {
    messages: [userMessage(question)],
    tools: [],
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
    hooks: createLanguageGuard(),
    onEvent: (event) => events.push(event),
  });
  const seen = events.map((event) => (event.type === 'content_delta' ? event.text : '')).join('');
  return { result, model, seen };
}

describe('createLanguageGuard, given an answer in another script', () => {
  test('requests the answer again in the guarded language and notifies the reader', async () => {
    const { result, model, seen } = await answer('What does this workflow do?', chinese, inEnglish);
    expect(result.finalMessage).toBe(inEnglish);
    expect(seen).toContain('[Retrying in English...]');
    expect(seen.indexOf('[Retrying in English...]')).toBeLessThan(seen.indexOf(inEnglish));
    expect(textOf(model.requests[1]?.messages.at(-1) ?? userMessage(''))).toMatch(/^Please respond in English/);
    expect(JSON.stringify(result.messages)).not.toMatch(/Retrying|Please respond|步骤/);
  });

  test('keeps the second answer when it is in the same script', async () => {
    const { result } = await answer('What does this workflow do?', chinese, chinese);
    expect(result.finalMessage).toBe(chinese);
  });
});

describe('createLanguageGuard keeps an answer', () => {
  test.each([
    ['in English', 'What does this workflow do?', inEnglish],
    ['that quotes a name', 'What is low?', 'Only two of the products are low: 红米手机 and 蓝牙耳机.'],
    ['that is but a name', 'Which product is low?', '红米手机'],
    ['to a question in the same script', '这个工作流程做什么？', chinese],
    ['to a question partly in it', 'What does 工作流程 do?', chinese],
  ])('%s', async (_, question, text) => {
    const { result, seen } = await answer(question, text);
    expect(result.finalMessage).toBe(text);
    expect(seen).toBe(text);
  });
});
