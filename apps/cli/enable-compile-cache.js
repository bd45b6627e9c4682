// Node.js loads it before the command and in each thread, so that no thread has to load the compiler that removes types.
import { enableCompileCache } from 'node:module';

enableCompileCache();
