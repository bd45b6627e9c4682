import createClient from 'openapi-fetch';
import type { paths as ToolPaths } from './generated/tools-api.d.ts';
import type { paths as WebPaths } from './generated/web-api.d.ts';

const [webUrl = '', toolsApiUrl = '', token = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
const web = createClient<WebPaths>({ baseUrl: webUrl, headers });
const tools = createClient<ToolPaths>({ baseUrl: toolsApiUrl, headers });

const created = await web.POST('/api/workspaces', { body: { template: 'sample' } });
const workspaceId = created.data?.workspaceId ?? '';
const listed = await web.GET('/api/workspaces', { params: { query: { limit: 10 } } });
process.stdout.write(`workspaces: ${listed.data?.workspaces.map(({ name }) => name).join(', ')}\n`);

const viewed = await tools.POST('/api/tools/textEditor', {
  body: { workspaceId, command: 'view', path: 'Chart.yaml' },
});
process.stdout.write(`Chart.yaml: ${viewed.data?.data?.content?.split('\n')[0]}\n`);

const absent = await web.GET('/api/workspaces/{id}', { params: { path: { id: crypto.randomUUID() } } });
process.stdout.write(`error: ${absent.error?.message}\n`);
