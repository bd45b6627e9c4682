import { defineConfig } from 'vitest/config';
import { memoryFolder } from './.ci/memory-folder.ts';
import { ProjectSequencer } from './.ci/project-sequencer.ts';
import { SummaryReporter } from './.ci/summary-reporter.ts';

export default defineConfig({
  plugins: [memoryFolder()],
  test: {
    projects: [
      '.ci/vitest.config.ts',
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'bench/vitest.config.ts',
    ],
    sequence: { sequencer: ProjectSequencer },
    reporters: ['default', new SummaryReporter()],
  },
});
