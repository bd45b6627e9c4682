import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { EditSession } from './edit-session.ts';

const draftSchema = z.object({
  path: z.string(),
  base: z.string(),
  text: z.string(),
  /** Time of the last keystroke, in milliseconds since the epoch. */
  typedAt: z.number(),
});
type Draft = z.infer<typeof draftSchema>;

/** Identifies a draft: a file has one for each edit, so that no tab overwrites the draft of another. */
export interface DraftKey {
  readonly fileId: string;
  readonly draftId: string;
}

/** Creates an unused draft key of a file. */
export function newDraftKey(fileId: string): DraftKey {
  return { fileId, draftId: uuidv7() };
}

/** Unsaved edits of a file in this browser, with the content that they began from. */
export type StoredDraft = Draft & DraftKey;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Stores a draft; returns false when the browser's storage is full. */
export function writeDraft(storage: DraftStorage, key: DraftKey, { path, base, text }: EditSession): boolean {
  const draft: Draft = { path, base, text, typedAt: Date.now() };
  try {
    storage.setItem(toStorageKey(key), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Reads the draft under a key; `undefined` when there is none or it is invalid. */
export function readDraft(storage: DraftStorage, key: DraftKey): Draft | undefined {
  const stored = storage.getItem(toStorageKey(key));
  return stored === null ? undefined : parseDraft(stored);
}

export function removeDraft(storage: DraftStorage, key: DraftKey): void {
  storage.removeItem(toStorageKey(key));
}

/** Copies a resumed draft to a new key, because another open tab may still write to the old one. */
export function takeOverDraft(storage: DraftStorage, draft: StoredDraft): DraftKey {
  const key = newDraftKey(draft.fileId);
  if (!writeDraft(storage, key, draft)) return draft;
  removeDraft(storage, draft);
  return key;
}

/** Returns the draft of a file with the most recent keystroke. */
export function findLatestDraft(storage: DraftStorage, fileId: string): StoredDraft | undefined {
  const prefix = toStorageKey({ fileId, draftId: '' });
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draftKey = { fileId, draftId: key.slice(prefix.length) };
      const draft = readDraft(storage, draftKey);
      return draft ? [{ ...draft, ...draftKey }] : [];
    })
    .toSorted((left, right) => right.typedAt - left.typedAt)[0];
}

function toStorageKey({ fileId, draftId }: DraftKey): string {
  return `shipmate.edit.${fileId}.${draftId}`;
}

function parseDraft(stored: string): Draft | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
