import { compareGrowth } from './compare-growth.ts';

const { table, worstRatio, fillSeconds, megabytes } = await compareGrowth();
console.log(table);
console.log(
  `\nFilled in ${fillSeconds.toFixed(0)} s; ${megabytes.toFixed(0)} MB on disk. Largest ratio ${worstRatio.toFixed(2)}.`,
);
if (worstRatio > 2) process.exitCode = 1;
