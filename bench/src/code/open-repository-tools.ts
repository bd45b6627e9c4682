import process from 'node:process';

/** Imports the built tools of repositories in a new process, makes their ports, and prints the cost beyond the start of Node. */
const dist = new URL('../../../packages/tools/dist/', import.meta.url);
const [started, cpu] = [performance.now(), process.cpuUsage()];
const load = (subpath: string) => import(new URL(`${subpath}/index.js`, dist).href);
const [code, git, development] = await Promise.all(
  ['code', 'git', 'development', 'files', 'platform', 'quality'].map(load),
);
const ports = [
  code.createLocalCheckouts(),
  code.createCompute(),
  git.createGitCli(),
  development.createCommands({ environment: {} }),
];
const { user, system } = process.cpuUsage(cpu);
const wallMillis = performance.now() - started;
for (const port of ports) await port.close?.();
console.log(JSON.stringify({ wallMillis, cpuMillis: (user + system) / 1000 }));
