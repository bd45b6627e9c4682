import { project } from '@shipmate/config/vitest';

export default project('tools-conformance', {
  include: ['test/**/*.conformance.ts'],
  setupFiles: ['./test/setup-file.ts'],
});
