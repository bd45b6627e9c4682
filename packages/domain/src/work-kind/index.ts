export { guessWorkKind, type WorkContext, type WorkKind, workKinds } from './guess-work-kind.ts';
