import { config } from 'zod';

// Zod compiles its parsers with `new Function` where it may. Our content security policy says no, so it need not try.
config({ jitless: true });
