import { project } from '@shipmate/config/vitest';

export default project('cli', {
  globalSetup: ['./test/browser/extract-browser.ts', './test/bundle-programs.ts'],
});
