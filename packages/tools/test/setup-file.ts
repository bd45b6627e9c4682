import { afterAll } from 'vitest';
import { removeTestFolders } from './support/test-helm.ts';

afterAll(removeTestFolders);
