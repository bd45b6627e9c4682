export { demoScript } from './demo-script.ts';
