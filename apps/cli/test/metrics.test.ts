import { newId } from '@shipmate/domain';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { createDataDirectory, readAddresses, shipmate } from './shipmate.ts';

const token = 'a token for metrics';

/** Returns the value of a metric whose labels include the given ones. */
function valueOf(text: string, name: string, ...labels: readonly string[]): number | undefined {
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)));
  return line === undefined ? undefined : Number(line.split('} ', 2)[1]?.split(' ', 1)[0]);
}

it('web, worker and tools-api serve metrics of requests, runs, tool calls and models to a reader with the token', async () => {
  await using data = await createDataDirectory();
  await using up = shipmate(['up', '--data-dir', data.path], { METRICS_TOKEN: token });
  const { signInUrl, webUrl, toolsApiUrl, workerUrl } = await readAddresses(up);
  const browser = await signIn(signInUrl);
  const { workspaceId } = await browser.post<CreateWorkspaceResponse>('/api/workspaces', { template: 'sample' });
  const messages = [{ id: newId(), role: 'user', parts: [{ type: 'text', text: 'Set replicas to 3' }] }];
  await browser.readStream('/api/chat', { workspaceId, messages });
  const { secret } = await browser.post<CreateApiTokenResponse>('/api/tokens', { name: 'metrics', expiresInDays: 1 });
  await fetch(`${toolsApiUrl}/api/tools/getChartContext`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId }),
  });

  for (const url of [webUrl, toolsApiUrl, workerUrl]) {
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(valueOf(text, 'shipmate_runs', 'kind="answer"', 'status="completed"')).toBe(1);
    const requests = ['http_request_method="POST"', 'http_route="/api/chat"', 'http_response_status_code="200"'];
    expect(valueOf(text, 'http_server_request_duration_count', ...requests)).toBe(1);
    const calls = ['gen_ai_operation_name="execute_tool"', 'gen_ai_tool_name="textEditor"'];
    expect(valueOf(text, 'gen_ai_client_operation_duration_count', ...calls)).toBeGreaterThan(0);
    const served = ['gen_ai_operation_name="execute_tool"', 'gen_ai_tool_name="getChartContext"'];
    expect(valueOf(text, 'gen_ai_client_operation_duration_count', ...served)).toBeGreaterThan(0);
    const tokens = ['gen_ai_provider_name="demo"', 'gen_ai_token_type="output"'];
    expect(valueOf(text, 'gen_ai_client_token_usage_sum', ...tokens)).toBeGreaterThan(0);
  }
});
