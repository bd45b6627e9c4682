import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { EditSession } from './edit-session.ts';

const draftSchema = z.object({
  path: z.string(),
  base: z.string(),
  text: z.string(),
  /** When it was typed in last, in milliseconds. */
  typedAt: z.number(),
});
type Draft = z.infer<typeof draftSchema>;

/** Which draft: a file has one for each time that it is edited, so that no tab overwrites what another one keeps. */
export interface DraftKey {
  readonly fileId: string;
  readonly draftId: string;
}

/** A key under which nothing is kept yet. */
export function newDraftKey(fileId: string): DraftKey {
  return { fileId, draftId: uuidv7() };
}

/** Unsaved edits of a file that the browser keeps, with what they began with. */
export type StoredDraft = Draft & DraftKey;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Keeps a draft; false when the browser has no room for it. */
export function writeDraft(storage: DraftStorage, key: DraftKey, { path, base, text }: EditSession): boolean {
  const draft: Draft = { path, base, text, typedAt: Date.now() };
  try {
    storage.setItem(toStorageKey(key), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The draft under a key; `undefined` when there is none that can be read. */
export function readDraft(storage: DraftStorage, key: DraftKey): Draft | undefined {
  const stored = storage.getItem(toStorageKey(key));
  return stored === null ? undefined : parseDraft(stored);
}

export function removeDraft(storage: DraftStorage, key: DraftKey): void {
  storage.removeItem(toStorageKey(key));
}

/** Makes a draft that is gone on with one's own, as another tab may be open that still keeps what it had. */
export function takeOverDraft(storage: DraftStorage, draft: StoredDraft): DraftKey {
  const key = newDraftKey(draft.fileId);
  if (!writeDraft(storage, key, draft)) return draft;
  removeDraft(storage, draft);
  return key;
}

/** The draft of a file that was typed in last. */
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
