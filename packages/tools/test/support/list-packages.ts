import { registerHooks } from 'node:module';
import type * as code from '../../src/code/index.ts';
import type * as development from '../../src/development/index.ts';
import type * as git from '../../src/git/index.ts';
import type * as tools from '../../src/index.ts';

// Imports modules, makes the ports whose factories they export, and prints the names of the packages and of Node's modules that were loaded.
const packages = new Set<string>();
registerHooks({
  load(url, context, next) {
    const name = url.startsWith('node:') ? url : /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});
interface Closable {
  close?(): Promise<void>;
}
type Factories = Partial<typeof tools & typeof code & typeof development & typeof git>;
for (const module of process.argv.slice(2)) {
  const { createCommands, createCompute, createGitCli, createLocalCheckouts, openTools } = (await import(
    module
  )) as Factories;
  const ports: readonly (Closable | undefined)[] = [
    openTools?.({}, { storage: {} as never }),
    createLocalCheckouts?.() as Closable | undefined,
    createCompute?.(),
    createGitCli?.(),
    createCommands?.({ environment: {} }),
  ];
  for (const port of ports) await port?.close?.();
}
process.stdout.write(JSON.stringify([...packages].toSorted()));
