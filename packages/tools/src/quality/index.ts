export { formatCode } from './format-code.ts';
export { lintCode } from './lint-code.ts';
