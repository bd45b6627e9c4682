import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { scenarioSchema, type Scenario } from './scenario.ts';

// Located by package name, because source and build are at different depths.
const manifest = createRequire(import.meta.url).resolve('@shipmate/kube-sim/package.json');
const folder = join(dirname(manifest), 'scenarios');

/** Parses a scenario file. @throws Error that names the invalid fields */
export function parseScenario(text: string): Scenario {
  const result = scenarioSchema.safeParse(parse(text));
  if (!result.success) throw new Error(`Invalid scenario:\n${z.prettifyError(result.error)}`, { cause: result.error });
  return result.data;
}

/** Lists the names of the built-in scenarios. */
export async function listScenarios(): Promise<readonly string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

/** Loads a built-in scenario. @throws Error for an unknown name */
export async function loadScenario(name: string): Promise<Scenario> {
  const names = await listScenarios();
  if (!names.includes(name)) throw new Error(`Scenario "${name}" not found. Use one of: ${names.join(', ')}.`);
  return parseScenario(await readFile(join(folder, `${name}.yaml`), 'utf8'));
}
