import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Starts `echo` from processes of several sizes, as a child of the process and of the launcher; prints the cost of a start. */
const [size] = process.argv.slice(2).map(Number);
const rounds = 60;
const source = new URL('../../../packages/runtime/src/process/', import.meta.url);
const load = (module: string) => import(new URL(module, source).href);

if (size === undefined) {
  for (const megabytes of [10, 100, 300, 600]) {
    const args = [...process.execArgv, new URL(import.meta.url).pathname, String(megabytes)];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`The measurement with ${megabytes} MB failed.`);
  }
} else {
  const kept = Array.from({ length: size }, () => Buffer.alloc(1_048_576, 1));
  const [{ createRunProcess }, { runProgram }, { runElsewhere }] = await Promise.all([
    load('run-process.ts'),
    load('run-program.ts'),
    load('run-elsewhere.ts'),
  ]);
  const { signal } = new AbortController();
  const options = { cwd: '/', env: {}, signal, timeoutMs: 20_000, maxOutputBytes: 1_000, isSingle: true };
  for (const [name, way] of Object.entries({ 'this process': runProgram, 'the launcher': runElsewhere })) {
    const run = () => createRunProcess(way)('/bin/echo', ['x'], options);
    for (let round = 0; round < 5; round += 1) await run();
    const [before, started] = [process.cpuUsage(), performance.now()];
    for (let round = 0; round < rounds; round += 1) await run();
    const { user, system } = process.cpuUsage(before);
    const wall = ((performance.now() - started) / rounds).toFixed(1);
    const own = ((user + system) / 1_000 / rounds).toFixed(1);
    const resident = Math.round(process.memoryUsage.rss() / 1e6);
    console.log(`${resident} MB, child of ${name}: ${wall} ms, ${own} ms of CPU of this process`);
  }
  kept.length = 0;
}
