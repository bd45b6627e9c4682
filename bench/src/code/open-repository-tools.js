/** Imports the built tools of repositories and makes their ports, as a program does that offers them. JavaScript, so that no types are stripped in the time that is measured. */
const dist = new URL('../../../packages/tools/dist/', import.meta.url);
const load = (subpath) => import(new URL(`${subpath}/index.js`, dist).href);
const [code, git, development] = await Promise.all(
  ['code', 'git', 'development', 'files', 'platform', 'quality'].map(load),
);
const ports = [
  code.createLocalCheckouts(),
  code.createCompute(),
  git.createGitCli(),
  development.createCommands({ environment: {} }),
];
for (const port of ports) await port.close?.();
