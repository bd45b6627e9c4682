import { textOf } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import type { ChartStory, Turn } from './change-request.ts';

/** Returns the person's message that applies the plan of a request. */
export const toProceeding = (ask: string): string => `Proceed with the plan: ${ask}`;

/** The model of all stories. It responds to the last question, turn by turn. */
export function scriptModel(stories: readonly ChartStory[]): ScriptedModel {
  const scripts = stories
    .flatMap(({ requests }) => requests)
    .flatMap(({ ask, turns, proceeding = [] }): [question: string, turns: readonly Turn[]][] => [
      [ask, turns],
      [toProceeding(ask), proceeding],
    ]);
  const questions = new Set(scripts.map(([question]) => question));
  const toStep = (question: string, { received, ...step }: Turn): ScriptedStep => ({
    ...step,
    when: ({ messages }) => {
      const asked = messages.findLast((message) => message.role === 'user' && questions.has(textOf(message)));
      return (
        asked !== undefined &&
        textOf(asked) === question &&
        JSON.stringify(messages.at(-1)).includes(toJsonText(received))
      );
    },
  });
  return new ScriptedModel(scripts.flatMap(([question, turns]) => turns.map((turn) => toStep(question, turn))));
}

const toJsonText = (text = ''): string => JSON.stringify(text).slice(1, -1);
