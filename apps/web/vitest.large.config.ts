import { project } from '@shipmate/config/vitest';

export default project('web-large', {
  include: ['test/**/*.large.ts'],
  globalSetup: ['../../packages/db/src/testing/global-setup.ts'],
});
