import { project } from '@shipmate/config/vitest';

export default project('cli-large', {
  include: ['test/**/*.large.ts'],
  globalSetup: ['./test/browser/extract-browser.ts', './test/bundle-programs.ts'],
});
