export { findValueOrigins, toUntrustedTexts } from './find-value-origins.ts';
export { describeOrigin, type ValueOrigin } from './value-origin.ts';
