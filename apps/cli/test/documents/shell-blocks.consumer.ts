import { startTestPostgres } from '@shipmate/db/testing';
import type { WorkspaceListResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { signIn } from '../browser.ts';
import { startArtifactHub } from '../browser/artifact-hub.ts';
import { createDataDirectory, readAddresses, runShipmate, shipmate } from '../shipmate.ts';
import { spawnProcess } from '../spawn-process.ts';
import { type CodeBlock, isDocumentedOutput } from './code-blocks.ts';
import { readCodeBlocks, readRepositoryFile, repository } from './repository.ts';
import { runInShell, toScripts } from './run-in-shell.ts';

const blocks = await readCodeBlocks();
/** Blocks of the READMEs of examples are run by `test:consumers`. */
const isExample = ({ document }: CodeBlock): boolean => document.startsWith('examples/');
const shellBlocks = blocks.filter(
  (block) => block.language === 'sh' && block.ignored === undefined && !isExample(block),
);
const select = (pattern: RegExp): readonly CodeBlock[] => shellBlocks.filter(({ code }) => pattern.test(code));

/** Commands that act on an installation that is not running. */
const administration = select(/^(npx -y pnpm@12 shipmate (token|quota|doctor).*\n)+$/);
const requests = select(/^(curl|sh examples\/|cat > |npx -y pnpm@12 shipmate rules )/);
const migrations = select(/^export DATABASE_URL=/);
const commands = select(/^(npx -y pnpm@12 (?!shipmate ).+\n)+$/);
const isOf = (document: string) => (block: CodeBlock) => block.document === document;

it('every shell block of the documents is run or names an existing script', () => {
  const covered = [administration, requests, migrations, commands];
  for (const group of covered) expect(group).not.toEqual([]);
  expect(shellBlocks.filter((block) => !covered.flat().includes(block))).toEqual([]);
});

it('the scripts of documented commands exist', async () => {
  for (const { code } of commands) await expect(toScripts(code)).resolves.not.toBe(code);
});

it('the README begins with the scripts to start and to test, and CI runs the latter', async () => {
  const [start, test] = await Promise.all(commands.filter(isOf('README.md')).map(({ code }) => toScripts(code)));
  expect(start).toMatch(/ && pnpm run shipmate up\n$/);
  expect(test).toMatch(/ && vitest run\n$/);
  expect(await readRepositoryFile('.ci/run')).toMatch(/^step pnpm test$/m);
});

it('documented requests to a started Shipmate print the documented answers', async () => {
  await using folder = await createDataDirectory();
  await using hub = await startArtifactHub();
  const variables = { SHIPMATE_DATA_DIR: folder.path };
  await runShipmate(['migrate', '--seed'], variables);
  const printed: string[] = [];
  for (const { code } of administration) {
    printed.push(await runInShell(await toScripts(code), { cwd: repository, variables }));
  }
  const readmeToken = printed[administration.findIndex(isOf('README.md'))] ?? '';
  const scopes = 'read,chart:write,runs:write,patterns:write,workflow:write,change_spend_limits';
  const scoped = await runShipmate(['token', 'create', '--name', 'documents', '--scope', scopes], variables);

  await using up = shipmate(['up'], { ...variables, ARTIFACT_HUB_URL: hub.url, DEMO_CLUSTER: 'on' });
  const addresses = await readAddresses(up);
  expect(toDocumented(up.output().stdout, { ...addresses, dataDir: folder.path })).toBe(
    `\n${commands.find(isOf('README.md'))?.output}`,
  );

  const browser = await signIn(addresses.signInUrl);
  const [workspace] = (await browser.get<WorkspaceListResponse>('/api/workspaces')).workspaces;
  const environment: Record<string, string> = {
    WORKSPACE_ID: workspace?.id ?? '',
    TOOLS_API_URL: addresses.toolsApiUrl,
    SHIPMATE_URL: addresses.webUrl,
  };
  const wrong: string[] = [];
  const readmeAnswers: string[] = [];
  for (const block of requests) {
    const isReadme = isOf('README.md')(block);
    environment['SHIPMATE_TOKEN'] = (isReadme ? readmeToken : scoped.stdout).trim();
    const answer = await runInShell(await toScripts(withAddresses(block.code, addresses)), {
      cwd: isInRepository(block) ? repository : folder.path,
      variables: environment,
    });
    if (!isExpected(answer, block)) wrong.push(`${block.document}:${block.line} got ${answer}`);
    if (isReadme) readmeAnswers.push(answer);
    if (isOf('docs/remediations.md')(block)) {
      environment['REMEDIATION_ID'] ??= /"id":"([^"]+)"/.exec(answer)?.[1] ?? '';
    }
  }
  expect(wrong).toEqual([]);
  expect(readmeAnswers.join('')).toContain('"version":"21.4.2"');

  const { files } = await browser.get<WorkspaceResponse>(`/api/workspaces/${environment['WORKSPACE_ID']}`);
  expect(files.flatMap(({ path, pendingOp }) => (pendingOp ? [[pendingOp, path]] : []))).toEqual([
    ['modify', 'Chart.yaml'],
    ['create', 'ci/redis-values.yaml'],
    ['modify', 'values.yaml'],
  ]);
});

it('the README starts the apps as separate processes', async () => {
  const postgres = await startTestPostgres();
  await using _ = { [Symbol.asyncDispose]: () => postgres.stop() };
  const url = await postgres.url();
  for (const { code } of migrations) {
    const script = (await toScripts(code)).replace('postgres://shipmate@127.0.0.1:5432/shipmate', url);
    await runInShell(script, { cwd: repository, variables: {} });
  }
  const names = commands
    .filter(isOf('README.md'))
    .flatMap(({ code }) => [...code.matchAll(/--filter @shipmate\/(\S+) start/g)].map(([, name]) => name ?? ''));
  expect(names).toEqual(['tools-api', 'worker', 'web']);
  for (const name of names) {
    await using app = spawnProcess({ file: `../../${name}/src/main.ts`, variables: { DATABASE_URL: url, PORT: '0' } });
    const [, address = ''] = await app.waitFor(/"url":"(http[^"]+)","msg":"listening"/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    app.kill('SIGTERM');
    expect(await app.exited).toBe(0);
  }
});

/** Commands of the README and scripts of the repository run in the repository, others in a folder of their own. */
function isInRepository(block: CodeBlock): boolean {
  return isOf('README.md')(block) || block.code.startsWith('npx ');
}

/** Replaces the addresses in commands with those of the Shipmate under test. */
function withAddresses(commands: string, actual: { readonly webUrl: string; readonly toolsApiUrl: string }): string {
  return commands
    .replaceAll('http://127.0.0.1:8080', actual.toolsApiUrl)
    .replaceAll('http://127.0.0.1:3000', actual.webUrl);
}

/** `true` if an answer equals the documented one, or is a success if none is documented. */
function isExpected(answer: string, { output }: CodeBlock): boolean {
  return output === undefined ? !answer.includes('"success":false') : isDocumentedOutput(answer, output);
}

/** Replaces addresses and names in the output of `shipmate up` with those of the README. */
function toDocumented(
  printed: string,
  actual: {
    readonly webUrl: string;
    readonly toolsApiUrl: string;
    readonly workerUrl: string;
    readonly dataDir: string;
  },
): string {
  return printed
    .replace(/token=\S+/, 'token=…')
    .replace(/\S+\/kubeconfig/, '…/kubeconfig')
    .replace(actual.webUrl, 'http://127.0.0.1:3000')
    .replace(actual.toolsApiUrl, 'http://127.0.0.1:8080')
    .replace(actual.workerUrl, 'http://127.0.0.1:3001')
    .replace(actual.dataDir, '/home/ada/shipmate/.shipmate');
}
