import { runApp } from '@shipmate/server';
import { serve } from './serve.ts';

await runApp(serve, { name: 'tools-api' });
