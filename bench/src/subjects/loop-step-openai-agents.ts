import { Agent, Runner, tool, Usage, type Model, type ModelResponse } from '@openai/agents';
import type { InstantAnswer } from '../instant-language-model.ts';
import { assertDone, createLoopTask } from '../loop-task.ts';
import type { TaskSize, Subject } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  const task = createLoopTask(size);
  const tools = task.tools.map(({ name, description, input, execute }) =>
    tool({
      name,
      description,
      parameters: input.extend({ unit: input.shape.unit.unwrap() }),
      execute,
    }),
  );
  const runner = new Runner({ tracingDisabled: true });
  return {
    unitsPerRun: task.steps,
    async run() {
      const agent = new Agent({ name: 'weather', model: createInstantModel(task.answers), tools });
      const { rawResponses, finalOutput } = await runner.run(agent, task.prompt, { maxTurns: task.steps + 1 });
      assertDone(task, { steps: rawResponses.length, text: String(finalOutput) });
    },
  };
}

function createInstantModel(answers: readonly InstantAnswer[]): Model {
  let asked = 0;
  return {
    getResponse: async () => toResponse(answers[asked] ?? {}, `call_${(asked += 1)}`),
    getStreamedResponse: () => {
      throw new Error('The loop does not stream.');
    },
  };
}

function toResponse({ deltas = [], toolCall }: InstantAnswer, callId: string): ModelResponse {
  const status = 'completed' as const;
  return {
    usage: new Usage(),
    output:
      toolCall === undefined
        ? [{ type: 'message', role: 'assistant', status, content: [{ type: 'output_text', text: deltas.join('') }] }]
        : [
            {
              type: 'function_call',
              callId,
              name: toolCall.toolName,
              arguments: JSON.stringify(toolCall.input),
              status,
            },
          ],
  };
}
