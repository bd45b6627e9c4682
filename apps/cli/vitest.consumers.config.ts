import { project } from '@shipmate/config/vitest';

export default project('cli-consumers', {
  include: ['test/**/*.consumer.ts'],
  globalSetup: ['./test/bundle-programs.ts'],
});
