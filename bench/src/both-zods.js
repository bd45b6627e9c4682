// What a program with schemas of its own has loaded when it imports core: the cost of core above it is its own.
import '../../packages/core/node_modules/zod/index.js';
import '../../packages/zod/dist/one-file.js';
