import { randomUUID } from 'node:crypto';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { assertAnswered, callOf, deltas, question, readTurns, weather } from '../weather-task.ts';
import type { DurablePeer } from '../durable-peer.ts';

/** The prebuilt agent with its checkpointer, streamed message by message. */
export async function createPeer(databaseUrl: string): Promise<DurablePeer> {
  const checkpointSaver = PostgresSaver.fromConnString(databaseUrl);
  await checkpointSaver.setup();
  const { name, description, input: schema, execute } = weather;
  const tools = [tool(execute, { name, description, schema })];
  const agent = createReactAgent({ llm: new InstantModel({}), tools, checkpointSaver });
  return {
    async run() {
      const config = { configurable: { thread_id: randomUUID() }, recursionLimit: 2 * readTurns + 3 };
      const stream = await agent.stream(
        { messages: [new HumanMessage(question)] },
        { ...config, streamMode: 'messages' },
      );
      let text = '';
      for await (const [message] of stream) if (message.getType() === 'ai') text += message.text;
      assertAnswered(text);
    },
    close: () => checkpointSaver.end(),
  };
}

class InstantModel extends BaseChatModel {
  override _llmType(): string {
    return 'instant';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const call = nextCall(messages);
    const calls = call === undefined ? [] : [{ id: call.id, name: call.name, args: call.input }];
    const message = new AIMessage({ content: call === undefined ? deltas.join('') : '', tool_calls: calls });
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const call = nextCall(messages);
    if (call !== undefined) {
      const chunk = { id: call.id, name: call.name, args: JSON.stringify(call.input), index: 0 };
      const message = new AIMessageChunk({ content: '', tool_call_chunks: [chunk] });
      yield new ChatGenerationChunk({ text: '', message });
      return;
    }
    for (const delta of deltas) {
      const chunk = new ChatGenerationChunk({ text: delta, message: new AIMessageChunk({ content: delta }) });
      yield chunk;
      await manager?.handleLLMNewToken(delta, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

function nextCall(messages: readonly BaseMessage[]): ReturnType<typeof callOf> | undefined {
  const turn = messages.filter((message) => message.getType() === 'tool').length;
  return turn < readTurns ? callOf(turn) : undefined;
}
