import { fenceText, type TextOrigin } from '@shipmate/core';
import { toPlainText } from './plain-text.ts';

/** Fences output of a cluster or a program, without control sequences and invisible characters. */
export function fencePlainText(text: string, origin: TextOrigin): string {
  return fenceText(toPlainText(text), origin);
}
