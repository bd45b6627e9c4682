import { defineProject, type UserWorkspaceConfig } from 'vitest/config';

// vitest hands the conditions on to Node: `import` among them would make `require` load ES modules.
const conditions = ['@shipmate/source', 'module', 'node', 'development|production'];

/** The test project of every package: workspace packages are read from their source, no build is needed. */
export function project(name: string, test: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig {
  return defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      // A machine that is busy with other things is no reason to fail.
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
      hookTimeout: 120_000,
      ...test,
    },
  });
}
