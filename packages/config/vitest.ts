import { defineProject, type UserWorkspaceConfig } from 'vitest/config';

// vitest hands the conditions on to Node: `import` among them would make `require` load ES modules.
const conditions = ['@shipmate/source', 'module', 'node', 'development|production'];

/**
 * The test project of every package: workspace packages are read from their source, no build is needed. A worker imports
 * modules once for all its test files, so test helpers register hooks in functions, not when they are imported.
 */
export function project(name: string, test: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig {
  return defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      isolate: false,
      // Much of a test is waiting for processes, so no core is kept for vitest itself.
      maxWorkers: '100%',
      // A machine that is busy with other things is no reason to fail.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      ...test,
    },
  });
}
