import { textOf, type Message, type ModelRequest, type ToolResultPart } from '@shipmate/core';
import type { DemoScript, DemoTurn } from '@shipmate/providers';
import { answerChat } from './answer-chat.ts';
import { replaySteps } from './replay-steps.ts';
import { demoSummary, demoTitle } from './describe-demo.ts';

/**
 * What the demo model says: a deterministic answer to a handful of requests, made with the real tools. The step is found
 * by replaying the results in the request, so any process can go on where another stopped.
 */
export const demoScript: DemoScript = (request) => {
  const { question, results } = readHistory(request.messages);
  if (request.operation === 'conversation_title') return { text: demoTitle(question) };
  if (request.operation === 'chart_summary') return { text: demoSummary(question) };
  return nextTurn(request, replaySteps(answerChat(question, request.system), results));
};

function nextTurn(request: ModelRequest, progress: ReturnType<typeof replaySteps<string>>): DemoTurn {
  if ('result' in progress) return { text: progress.result };
  const { say, call } = progress.next;
  if (request.toolChoice === 'none') {
    return { text: `The demo model stops here: it was given no more turns, and ${call.name} was next.` };
  }
  if (!request.tools?.some(({ name }) => name === call.name)) {
    return { text: `The demo model needs the tool ${call.name}, and this conversation does not have it.` };
  }
  return { ...(say === undefined ? {} : { text: say }), toolCalls: [call] };
}

/** The last thing that a person said, and every tool result since. */
function readHistory(messages: readonly Message[]): {
  readonly question: string;
  readonly results: readonly ToolResultPart[];
} {
  const asked = messages.findLastIndex((message) => message.role === 'user');
  const question = messages[asked];
  return {
    question: question ? textOf(question) : '',
    results: messages.slice(asked + 1).flatMap((message) => (message.role === 'tool' ? message.content : [])),
  };
}
