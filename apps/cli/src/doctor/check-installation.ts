import { once } from 'node:events';
import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { silentLogger, toAppError } from '@shipmate/core';
import { createModelCatalog, type ModelEnvironment } from '@shipmate/providers';
import type { DatabaseEnvironment } from '../env.ts';
import { containsDatabase, toDatabaseLocation } from '../with-database.ts';
import type { Check } from './check.ts';

/** The versions of Node that the published packages need. */
const oldestNode = [22, 14] as const;

/** Checks the version of Node. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (isNew) return { name: 'Node', state: 'ok', text: version };
  return {
    name: 'Node',
    state: 'problem',
    text: `${version} is too old.`,
    fix: `Install Node ${oldestNode.join('.')} or later.`,
  };
}

/** Checks that a model is configured. No request is sent. */
export function checkModels(environment: ModelEnvironment): Check {
  const { choices, defaultModel } = createModelCatalog({ environment, demoScript: () => ({ text: '' }) });
  const real = choices.filter(({ isDemo }) => !isDemo);
  if (real.length > 0) return { name: 'Model', state: 'ok', text: `${defaultModel}, ${choices.length} to choose from` };
  const fix = 'Set ANTHROPIC_API_KEY, OPENAI_API_KEY or another key.';
  return { name: 'Model', state: 'note', text: 'no key is set. The demo model plays a script.', fix };
}

/** Checks that the database answers, or that the data directory can be used by this process. */
export async function checkDatabase(environment: DatabaseEnvironment): Promise<Check> {
  const location = toDatabaseLocation(environment);
  const text = 'databaseUrl' in location ? new URL(location.databaseUrl).host : location.dataDir;
  if ('dataDir' in location) {
    const { dataDir } = location;
    if ((await stat(dataDir).catch(() => undefined)) && !(await isWritable(dataDir))) {
      const fix = 'Use a folder that you may write, with SHIPMATE_DATA_DIR.';
      return { name: 'Database', state: 'problem', text: `${dataDir} cannot be written.`, fix };
    }
    if (!containsDatabase(dataDir))
      return { name: 'Database', state: 'ok', text: `The first start creates it in ${dataDir}.` };
  }
  const { createDatabase } = await import('@shipmate/db');
  try {
    const database = await createDatabase(location, { logger: silentLogger });
    try {
      await database.ping(AbortSignal.timeout(10_000));
    } finally {
      await database.close();
    }
    return { name: 'Database', state: 'ok', text };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    const isRunning = code === 'CONFLICT';
    const otherwise =
      'databaseUrl' in location
        ? 'Start PostgreSQL, or correct DATABASE_URL.'
        : 'Restore the data directory from a backup, or use another one with SHIPMATE_DATA_DIR.';
    const fix = isRunning ? 'Nothing, if Shipmate is running.' : otherwise;
    return { name: 'Database', state: isRunning ? 'note' : 'problem', text: message, fix };
  }
}

/** Checks that the port of an app is free. */
export async function checkPort(app: string, port: number): Promise<Check> {
  const name = `Port of ${app}`;
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return { name, state: 'ok', text: port === 0 ? 'any' : String(port) };
  } catch {
    const variable = `${app.toUpperCase().replaceAll('-', '_')}_PORT`;
    const fix = `"shipmate up" takes the next free port. Set ${variable} for another one.`;
    return { name, state: 'note', text: `${port} is in use.`, fix };
  } finally {
    server.close();
  }
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
