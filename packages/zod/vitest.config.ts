import { project } from '@shipmate/config/vitest';

export default project('zod');
