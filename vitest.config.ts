import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './.ci/summary-reporter.ts';

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'bench/vitest.config.ts'],
    // Much of a test is waiting for processes, so no core is kept for vitest itself.
    maxWorkers: '100%',
    reporters: ['default', new SummaryReporter()],
  },
});
