import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './.ci/summary-reporter.ts';

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'bench/vitest.config.ts'],
    reporters: ['default', new SummaryReporter()],
  },
});
