import { bindTools, defineTool, textOf, ToolRegistry, type ToolEffect } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { z } from 'zod';
import type { Ledger } from './ledger.ts';

/** Asks for all of the work: four turns, with a tool of every kind. */
export const askToWork = 'Work.';
/** The same, but the model holds back the end of its first turn until `releaseModel`. */
export const askToWorkLater = 'Work later.';
/** Asks for a short answer without tools. */
export const askToGreet = 'Good morning.';
/** The same, but the model holds back the end of the answer until `releaseModel`. */
export const askToGreetLater = 'Good morning, later.';
/** Asks for an answer that is larger than socket buffers. */
export const askToTellALot = 'Tell me a lot.';

const usage = { inputTokens: 10, outputTokens: 5 };

/** Usage of a run in which every turn was counted once. */
export const wholeUsage = { inputTokens: 40, outputTokens: 20 };

/** Creates the scripted model: its answer depends on the request alone, so that any process can continue a run. */
export function createModel(releaseModel: Promise<unknown>): ScriptedModel {
  return new ScriptedModel([
    asked(askToGreet, 0, greeting),
    asked(askToGreetLater, 0, { ...greeting, until: releaseModel }),
    asked(askToTellALot, 0, { text: Array.from({ length: 400 }, (_, index) => `${index} `.repeat(2_000)) }),
    asked(askToWorkLater, 0, { ...firstTurn, until: releaseModel }),
    asked(undefined, 0, firstTurn),
    asked(undefined, 1, { thinking: 'Careful.', toolCalls: [call('wipe'), call('put')] }),
    asked(undefined, 2, { text: ['One ', 'more.'], toolCalls: [call('add')] }),
    asked(undefined, 3, { text: ['All ', 'done.'] }),
    { text: 'Work', times: Infinity },
  ]);
}

const greeting: ScriptedStep = { text: ['Good ', 'morning.'] };
const firstTurn: ScriptedStep = { text: ['I look ', 'and write.'], toolCalls: [call('look'), call('change')] };

/** Returns a tool call whose id is the same in every process, as a stored call's is. */
function call(name: string) {
  return { name, id: `call_${name}` };
}

/** Returns the step for a question after that many turns with tools; requests without tools do not match. */
function asked(question: string | undefined, turns: number, step: ScriptedStep): ScriptedStep {
  return {
    ...step,
    usage,
    times: Infinity,
    when: ({ messages, tools = [] }) =>
      tools.length > 0 &&
      messages.filter(({ role }) => role === 'tool').length === turns &&
      (question === undefined || messages.some((message) => textOf(message) === question)),
  };
}

/** Creates one tool of every kind; each records its calls in the ledger. */
export function createTools(ledger: Ledger): ToolRegistry {
  const tool = (name: string, effect: ToolEffect, idempotent = false) =>
    defineTool({
      name,
      description: `Does ${name}.`,
      category: 'tables',
      effect,
      idempotent,
      input: z.object({}),
      output: z.object({ did: z.string() }),
      async execute(_input, { runId = '' }) {
        ledger.note(runId, name);
        return { did: name };
      },
    });
  const definitions = [
    tool('look', 'read'),
    tool('change', 'write'),
    tool('wipe', 'destructive'),
    tool('add', 'write'),
    tool('put', 'write', true),
  ];
  return new ToolRegistry(bindTools(definitions, {})).freeze();
}
