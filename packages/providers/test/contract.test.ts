import { userMessage, type AITool, type ModelRequest } from '@shipmate/core';
import { chatModelContract } from '@shipmate/core/testing';
import { describe, it } from 'vitest';
import { createDemoModel } from '../src/index.ts';
import { startScriptedServer, type ScriptedTurn } from '../src/testing/index.ts';
import { modelAt, wires } from './wire.ts';

const request: ModelRequest = { system: 'Be brief.', messages: [userMessage('Hello')] };
const weather: AITool = {
  name: 'weather',
  description: 'Tells the weather of a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};
const toolCalls = [
  { id: 'call_1', name: 'weather', input: { place: 'Oslo' } },
  { id: 'call_2', name: 'weather', input: { place: 'Málaga' } },
];

for (const wire of wires) {
  const serve = async (turn: ScriptedTurn) => {
    const server = await startScriptedServer(wire.format, { ...turn, times: Infinity });
    return { server, model: modelAt(wire, server.url) };
  };
  chatModelContract(
    wire.id,
    async () => {
      const answer = await serve({ text: 'Good morning, world.' });
      const toolCall = await serve({ text: 'Let me look.', toolCalls });
      const hanging = await serve({ text: 'Well, ', ending: 'held' });
      return {
        answer: { model: answer.model, request },
        toolCall: { model: toolCall.model, request: { ...request, tools: [weather] } },
        hanging: { model: hanging.model, request, ended: () => hanging.server.abandoned() },
        close: async () => {
          for (const { server } of [answer, toolCall, hanging]) await server.close();
        },
      };
    },
    { describe, it },
  );
}

chatModelContract(
  'demo',
  () => {
    const answer = createDemoModel({ script: () => ({ text: 'Hello, I am a demo.' }), pacing: 0 });
    const toolCall = createDemoModel({ script: () => ({ toolCalls }), pacing: 0 });
    const hanging = createDemoModel({ script: () => ({ text: 'Well, ' }), pacing: 2 ** 30 });
    return {
      answer: { model: answer, request },
      toolCall: { model: toolCall, request },
      hanging: { model: hanging, request, ended: async () => undefined },
    };
  },
  { describe, it },
);
