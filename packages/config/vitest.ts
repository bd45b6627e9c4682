import { availableParallelism } from 'node:os';
import { defineProject, type UserWorkspaceConfig } from 'vitest/config';

// vitest hands the conditions on to Node: `import` among them would make `require` load ES modules.
const conditions = ['@shipmate/source', 'node', 'development|production'];

/** Arguments for Node in workers. PGlite, the largest WebAssembly module, costs a worker less without its optimized code. */
const execArgv = ['--conditions=@shipmate/source', '--disable-warning=ExperimentalWarning', '--liftoff-only'];

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
      execArgv,
      // A test waits for processes for a fifth of its time and more, so there are more workers than cores.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      // A machine that is busy with other things is no reason to fail.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      ...test,
    },
  });
}
