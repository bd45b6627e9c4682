import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { revisions } from '../connect-mcp.ts';
import { serveFixture } from './serve-fixture.ts';

/** Runs the official conformance suite against the MCP mount, for each revision, and exits with 1 if one does not conform. */
async function run(): Promise<void> {
  const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'));
  const server = await serveFixture();
  const output = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    for (const revision of revisions) {
      const expected = fileURLToPath(new URL(`expected-failures-${revision}.yaml`, import.meta.url));
      const args = [
        'server',
        '--url',
        `${server.url.replace('127.0.0.1', 'localhost')}/mcp`,
        '--requirements',
        revision,
      ];
      const program = [join(dirname(suite), 'dist/index.js'), ...args, '--expected-failures', expected, '-o', output];
      const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      const [code] = (await once(child, 'close')) as [number | null];
      process.stdout.write(`\nRevision ${revision}: exit code ${code}\n${text.slice(text.indexOf('=== SUMMARY ==='))}`);
      if (code !== 0) process.exitCode = 1;
    }
  } finally {
    await server.close();
    await rm(output, { recursive: true, force: true });
  }
}

await run();
