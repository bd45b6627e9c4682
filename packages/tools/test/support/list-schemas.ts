import { z } from 'zod';

// Imports modules and prints the types of the zod schemas that were made meanwhile.
const types: unknown[] = [];
const { defineProperty } = Object;
Object.defineProperty = (target, name, descriptor) => {
  // zod gives each schema and check its definition in this way (4.6, v4/core/core.ts).
  if (name === '_zod') types.push((descriptor.value as { readonly def: { readonly type?: string } }).def.type);
  return defineProperty(target, name, descriptor);
};
z.string();
for (const module of process.argv.slice(2)) await import(module);
process.stdout.write(JSON.stringify(types));
