import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { askAgent } from '../conversation/ask-agent.ts';
import { followAnswer } from '../conversation/follow-answer.ts';
import { modelOption } from '../conversation/question-options.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonLinesOption } from '../print-json.ts';

/** `shipmate investigate`: asks the cluster agent about one issue. */
export const investigate = defineCommand({
  arguments: { issue: { description: 'The issue, in your words.', required: true, sentence: true } },
  options: { model: modelOption, json: jsonLinesOption, ...connectionOptions },
  examples: [
    ['investigate "checkout in namespace shop restarts again and again"', 'Find the root cause'],
    ['investigate --json "pods are pending" | jq -r \'select(.type == "text-delta").delta\'', 'Read the events'],
  ],
  notes: `The answer is the result; calls are printed on standard error. "shipmate fix" also plans a change.\n${connectionNotes}`,
  run: ({ issue, model, json = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { terminal } = context;
      const response = await askAgent(connection, { message: issue, contextType: 'cluster', model });
      const answer = await followAnswer(response, { connection, terminal, isJson: json, signal: interrupt.signal });
      if (!json) terminal.warn(`To continue: shipmate chat --resume ${answer.conversationId}`, 'dim');
      return answer.exitCode;
    }),
});
