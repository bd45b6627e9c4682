import { findAll } from './find-all.ts';
import type { Tier } from './tier.ts';

/** The passage as it is, anywhere, even within a line. */
export const exactTier: Tier = {
  name: 'exact',
  leniency: '',
  find: (text, { oldText }) => findAll(text, oldText).map((start) => ({ start, end: start + oldText.length })),
  adapt: (_text, { newText }) => newText,
};
