import { fenceText, type TextOrigin } from '@shipmate/core/tool';

/** Terminal control sequences, and characters that hide or reorder text. */
const invisible = /(?![\n\t])(?:\p{Cc}\[[\d;?]*[A-Za-z]|[\p{Cc}\p{Cf}])/gu;

/** Removes control sequences and invisible characters from a text. */
export function toPlainText(text: string): string {
  return text.replaceAll(invisible, '');
}

/** Fences output of a cluster or a program, without control sequences and invisible characters. */
export function fencePlainText(text: string, origin: TextOrigin): string {
  return fenceText(toPlainText(text), origin);
}
