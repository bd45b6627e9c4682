import { project } from '@shipmate/config/vitest';

export default project('tools-api-large', {
  include: ['test/**/*.large.ts'],
});
