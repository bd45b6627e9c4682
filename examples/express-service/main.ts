import { bindTools, callTool, createToolExecutionContext, ToolRegistry } from '@shipmate/core';
import { createFixedKubernetesVersions } from '@shipmate/tools';
import { latestKubernetesVersion } from '@shipmate/tools/chart';
import express from 'express';

const tools = new ToolRegistry(
  bindTools([latestKubernetesVersion], { kubernetesVersions: createFixedKubernetesVersions() }),
).freeze();

const app = express();
app.use(express.json());
app.post('/tools/:name', async (request, response) => {
  const tool = tools.get(request.params.name);
  if (tool === undefined) {
    response.status(404).json({ message: 'There is no such tool.' });
    return;
  }
  // The identity comes from your authentication, never from the body.
  const context = createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } });
  response.json(await callTool(tool, request.body, { context }));
});
app.listen(4321, '127.0.0.1', () => console.log('Listening on http://127.0.0.1:4321'));
