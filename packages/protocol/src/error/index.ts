export { errorEnvelopeSchema, fromErrorEnvelope, toErrorEnvelope, type ErrorEnvelope } from './error-envelope.ts';
export { problemMediaType, toProblemDetails, type ProblemDetails } from './problem-details.ts';
export { statusByCode } from './status-by-code.ts';
