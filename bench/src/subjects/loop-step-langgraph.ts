import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import type { InstantAnswer } from '../instant-language-model.ts';
import { assertDone, createLoopTask } from '../loop-task.ts';
import type { TaskSize, Subject } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  const task = createLoopTask(size);
  const tools = task.tools.map(({ name, description, input, execute }) =>
    tool(execute, { name, description, schema: input }),
  );
  return {
    unitsPerRun: task.steps,
    async run() {
      const agent = createReactAgent({ llm: new InstantModel(task.answers), tools });
      const { messages } = await agent.invoke(
        { messages: [new HumanMessage(task.prompt)] },
        { recursionLimit: 2 * task.steps + 1 },
      );
      const steps = messages.filter((message) => message.getType() === 'ai').length;
      assertDone(task, { steps, text: String(messages.at(-1)?.content) });
    },
  };
}

class InstantModel extends BaseChatModel {
  readonly #answers: readonly InstantAnswer[];
  #asked = 0;

  constructor(answers: readonly InstantAnswer[]) {
    super({});
    this.#answers = answers;
  }

  override _llmType(): string {
    return 'instant';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(): Promise<ChatResult> {
    const { deltas = [], toolCall } = this.#answers[this.#asked] ?? {};
    const id = `call_${(this.#asked += 1)}`;
    const text = deltas.join('');
    const calls = toolCall === undefined ? [] : [{ id, name: toolCall.toolName, args: { ...toolCall.input } }];
    return { generations: [{ text, message: new AIMessage({ content: text, tool_calls: calls }) }] };
  }
}
