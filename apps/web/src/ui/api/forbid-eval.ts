import { config } from 'zod';

// Zod compiles its parsers with `new Function` where allowed. The content security policy forbids it, so Zod need not
// try.
config({ jitless: true });
