import { runApp } from '@shipmate/runtime';
import { serve } from './serve.ts';

await runApp(serve, { name: 'web' });
