import { project } from '@shipmate/config/vitest';

export default project('db', { globalSetup: ['./src/testing/global-setup.ts'] });
