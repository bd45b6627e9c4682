import { join } from 'node:path';
import { startTestPostgres } from '../../packages/db/src/testing/start-test-postgres.ts';
import { type ProgramOptions, requireProgram, startProgram } from './run-program.ts';

const shipmate = 'node node_modules/@shipmate/cli/dist/main.js';
const listening = /"url":"(http[^"]+)","msg":"listening"/;

/** Runs `shipmate doctor` and `shipmate up` of an installed package, and calls a tool. */
export async function checkOneProcess(folder: string, node: string): Promise<void> {
  const variables = { WEB_PORT: '0', TOOLS_API_PORT: '0', WORKER_PORT: '0', SHIPMATE_DATA_DIR: join(folder, '.data') };
  const options: ProgramOptions = { cwd: folder, node, variables };
  await requireProgram(`${shipmate} doctor`, options);
  await requireProgram(`${shipmate} migrate --seed`, options);
  const token = await createToken(options);
  await using up = startProgram(`exec ${shipmate} up`, options);
  const [, signInUrl = ''] = await up.waitFor(/Open\s+(http\S+)/);
  const [, toolsApiUrl = ''] = await up.waitFor(/Tools API\s+(http\S+)/);
  const { origin } = new URL(signInUrl);
  await checkPage(origin);
  await callTool({ cwd: folder, node }, { SHIPMATE_URL: origin, TOOLS_API_URL: toolsApiUrl, SHIPMATE_TOKEN: token });
}

/** Runs `shipmate tools-api`, `worker` and `web` of an installed package as three processes on PostgreSQL, and calls a tool and an agent. */
export async function checkThreeProcesses(folder: string, node: string): Promise<void> {
  const postgres = await startTestPostgres();
  await using _ = { [Symbol.asyncDispose]: () => postgres.stop() };
  const variables = { DATABASE_URL: await postgres.url(), SHIPMATE_SECRET: 'a secret that these processes share' };
  const options: ProgramOptions = { cwd: folder, node, variables };
  await requireProgram(`${shipmate} migrate --seed`, options);
  const token = await createToken(options);
  const start = (name: string, more: Readonly<Record<string, string>> = {}) =>
    startProgram(`exec ${shipmate} ${name}`, { ...options, variables: { ...variables, PORT: '0', ...more } });
  await using toolsApi = start('tools-api');
  await using worker = start('worker');
  const [, toolsApiUrl = ''] = await toolsApi.waitFor(listening);
  const [, workerUrl = ''] = await worker.waitFor(listening);
  await using web = start('web', { TOOLS_API_URL: toolsApiUrl });
  const [, webUrl = ''] = await web.waitFor(listening);
  for (const url of [toolsApiUrl, workerUrl, webUrl]) await requireOk(`${url}/readyz`);
  await checkPage(webUrl);
  const client = { SHIPMATE_URL: webUrl, TOOLS_API_URL: toolsApiUrl, SHIPMATE_TOKEN: token };
  await callTool({ cwd: folder, node }, client);
  const question = `${shipmate} respond --message 'What can you do?'`;
  const answer = await requireProgram(question, { cwd: folder, node, variables: client });
  if (!answer.includes('demo model')) throw new Error(`The demo model answered ${answer}`);
}

async function createToken(options: ProgramOptions): Promise<string> {
  const scopes = 'read,chart:write,runs:write';
  return (await requireProgram(`${shipmate} token create --name consumer --scope ${scopes}`, options)).trim();
}

async function callTool(options: ProgramOptions, variables: Readonly<Record<string, string>>): Promise<void> {
  const command = `${shipmate} tools call latestKubernetesVersion --semverField minor`;
  const printed = await requireProgram(command, { ...options, variables });
  if (!printed.includes('"version": "1.32"')) throw new Error(`The tool returned ${printed}`);
}

/** Loads the built page and one of its scripts. */
async function checkPage(url: string): Promise<void> {
  const page = await (await requireOk(`${url}/`)).text();
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  if (script === undefined) throw new Error('The page of web loads no script.');
  const { headers } = await requireOk(new URL(script, url).href);
  if (!/javascript/.test(headers.get('content-type') ?? '')) throw new Error(`"${script}" is no script.`);
}

async function requireOk(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response;
}
