import { AppError } from '@shipmate/core';
import type { ConversationRun } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { wantsFollowUps, type SuggestingModels } from './wants-follow-ups.ts';

const run = { origin: 'chat', status: 'completed', stopReason: 'final', model: 'openai:gpt-4o' } as const;
const models: SuggestingModels = {
  get(id) {
    if (id === 'gone:model') throw new AppError({ code: 'VALIDATION_ERROR', message: 'No key.' });
    return { isScripted: id === 'demo:shipmate-demo' };
  },
};

it.each<[why: string, changed: Partial<ConversationRun>, expected: boolean]>([
  ['an answer in the chat', {}, true],
  ['an answer of a schedule', { origin: 'schedule' }, false],
  ['a cancelled answer', { status: 'cancelled', stopReason: 'aborted' }, false],
  ['an answer that reached a limit', { stopReason: 'max_iterations' }, false],
  ['an answer of a scripted model', { model: 'demo:shipmate-demo' }, false],
  ['an answer of a model that is not available any more', { model: 'gone:model' }, false],
])('wantsFollowUps decides for %s: %o', (_, changed, expected) => {
  expect(wantsFollowUps({ ...run, ...changed }, models)).toBe(expected);
});
