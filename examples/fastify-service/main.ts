import { bindTools, callTool, createToolExecutionContext, ToolRegistry } from '@shipmate/core';
import { createFixedKubernetesVersions } from '@shipmate/tools';
import { latestKubernetesVersion } from '@shipmate/tools/chart';
import { fastify } from 'fastify';

const tools = new ToolRegistry(
  bindTools([latestKubernetesVersion], { kubernetesVersions: createFixedKubernetesVersions() }),
).freeze();

const app = fastify();
app.post<{ Params: { name: string } }>('/tools/:name', async (request, reply) => {
  const tool = tools.get(request.params.name);
  if (tool === undefined) return reply.code(404).send({ message: 'There is no such tool.' });
  // The identity comes from your authentication, never from the body.
  const context = createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } });
  return await callTool(tool, request.body, { context });
});
await app.listen({ port: 4322, host: '127.0.0.1' });
console.log('Listening on http://127.0.0.1:4322');
