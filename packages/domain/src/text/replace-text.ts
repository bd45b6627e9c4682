import { exactTier } from './exact-tier.ts';
import { indentationTier, trailingWhitespaceTier } from './line-tiers.ts';
import { toPassage } from './passage.ts';
import { describeAbsence, describeAmbiguity, describeLostIndentation, lineNumberAt } from './refusal.ts';
import { parseDocument, renderDocument, spliceDocument, toPlainText, type Span } from './text-document.ts';
import type { Edit, Tier } from './tier.ts';
import { toUnifiedDiff } from './unified-diff.ts';

/** A passage that was found once and replaced. */
export interface TextReplacement {
  readonly applied: true;
  readonly content: string;
  /** How the passage was recognised: `exact`, `trailing_whitespace` or `indentation`. */
  readonly tier: string;
  /** The lines that were replaced, as they were numbered before; 1-based, both included. */
  readonly range: { readonly first: number; readonly last: number };
  /** The hunks of a unified diff, line endings aside. */
  readonly diff: string;
}

/** A replacement that was not made; `message` tells a model what to correct. */
export interface TextReplacementRefusal {
  readonly applied: false;
  readonly reason: 'empty' | 'unchanged' | 'absent' | 'ambiguous' | 'indentation';
  readonly message: string;
}

const tiers: readonly Tier[] = [exactTier, trailingWhitespaceTier, indentationTier];

/**
 * Replaces the one passage of a text that `oldStr` stands for.
 *
 * The passage may be within a line when it is exact; beyond that, whole lines are recognised in spite of blanks at their
 * ends or another indentation, which the new text is then given. Line endings and byte order mark stay as they are. An
 * empty passage stands for the whole of an empty text, and for nothing in any other.
 */
export function replaceText(
  content: string,
  { oldStr, newStr }: { readonly oldStr: string; readonly newStr: string },
): TextReplacement | TextReplacementRefusal {
  const document = parseDocument(content);
  const edit: Edit = { oldText: toPlainText(oldStr), newText: toPlainText(newStr) };
  const { text } = document;
  if (edit.oldText === '' && text !== '') return refuse('empty', 'oldStr is empty. Give the passage to replace.');
  if (edit.oldText === edit.newText) return refuse('unchanged', 'oldStr and newStr are the same.');

  for (const tier of tiers) {
    const places = tier.find(text, edit);
    const [place] = places;
    if (!place) continue;
    if (places.length > 1) return refuse('ambiguous', describeAmbiguity(text, places, tier.leniency));
    const replacement = tier.adapt(text, edit, place);
    if (replacement === undefined) return refuse('indentation', describeLostIndentation(text, place));
    if (replacement === text.slice(place.start, place.end)) {
      return refuse('unchanged', 'The file holds newStr there already, but for blanks. Nothing would change.');
    }
    const changed = spliceDocument(document, place, replacement);
    return {
      applied: true,
      content: renderDocument(changed),
      tier: tier.name,
      range: toLineRange(text, place),
      diff: toUnifiedDiff(text, changed.text),
    };
  }
  return refuse('absent', describeAbsence(text, edit));
}

function refuse(reason: TextReplacementRefusal['reason'], message: string): TextReplacementRefusal {
  return { applied: false, reason, message };
}

function toLineRange(text: string, { start, end }: Span): { first: number; last: number } {
  const first = lineNumberAt(text, start);
  return { first, last: first + toPassage(text.slice(start, end)).lines.length - 1 };
}
