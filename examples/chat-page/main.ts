import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createToolExecutionContext, runToolLoop, userMessage } from '@shipmate/core';
import { createModelCatalog, modelEnvironmentSchema } from '@shipmate/providers';
import { createUIMessageSink } from '@shipmate/providers/interop';
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessage } from 'ai';
import { Hono } from 'hono';

const demoScript = () => ({ text: 'Hello from the demo model.' });
const model = createModelCatalog({ environment: modelEnvironmentSchema.parse(process.env), demoScript }).get();

const app = new Hono();
app.post('/api/chat', async (request) => {
  const { messages } = await request.req.json<{ messages: UIMessage[] }>();
  const question =
    messages
      .at(-1)
      ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
      .join('') ?? '';
  const stream = createUIMessageStream({
    execute: async ({ writer }) => {
      await runToolLoop(model, {
        messages: [userMessage(question)],
        tools: [],
        context: createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } }),
        signal: request.req.raw.signal,
        onEvent: createUIMessageSink(writer),
      });
    },
  });
  return createUIMessageStreamResponse({ stream });
});
app.use('*', serveStatic({ root: 'dist' }));
serve({ fetch: app.fetch, port: 4323, hostname: '127.0.0.1' }, () => console.log('Listening on http://127.0.0.1:4323'));
