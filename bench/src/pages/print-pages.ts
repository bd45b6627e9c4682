import { measurePages } from './measure-pages.ts';

for (const table of (await measurePages()).tables) console.log(`${table}\n`);
