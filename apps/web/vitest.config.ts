import { project } from '@shipmate/config/vitest';

export default project('web', { globalSetup: ['../../packages/db/src/testing/global-setup.ts'] });
