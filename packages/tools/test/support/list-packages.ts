import { registerHooks } from 'node:module';
import process from 'node:process';

// Imports modules, calls `openTools` if one of them exports it, and prints the names of the packages that were loaded.
const packages = new Set<string>();
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});
for (const module of process.argv.slice(2)) {
  const loaded = (await import(module)) as Partial<Pick<typeof import('../../src/index.ts'), 'openTools'>>;
  await loaded.openTools?.({}, { storage: {} as never }).close();
}
process.stdout.write(JSON.stringify([...packages].toSorted()));
