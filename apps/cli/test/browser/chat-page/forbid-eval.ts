import { config } from 'zod';

// The content security policy reports the probe by which zod, a dependency of `ai`, finds out whether eval is allowed.
config({ jitless: true });
