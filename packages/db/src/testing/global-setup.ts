/**
 * Starts one PostgreSQL server for a vitest project and stops it at the end. A project's configuration names this file;
 * inside this repository by its path, because vitest resolves a package without the source condition:
 *
 * ```ts
 * export default project('tools', { globalSetup: ['../db/src/testing/global-setup.ts'] }); // here
 * export default defineProject({ test: { globalSetup: ['@shipmate/db/testing/global-setup'] } }); // elsewhere
 * ```
 *
 * `createTestDatabase('postgres')` finds the server through the provided URL; `createTestDatabase('pglite')` needs no
 * setup. For the same reason this file and its imports may not import a workspace package.
 */
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './start-test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the administrative database of the project's server. */
    readonly shipmatePostgresUrl: string;
  }
}

/** Called by vitest; vitest calls the returned function when the project has ended. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  project.provide('shipmatePostgresUrl', server.adminUrl);
  return () => server.stop();
}
