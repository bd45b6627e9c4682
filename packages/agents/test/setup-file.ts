import { afterAll } from 'vitest';
import { closeAgentDatabase } from './agent-fixture.ts';

afterAll(closeAgentDatabase);
