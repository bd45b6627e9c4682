/** Keeps the texts of results that the model has seen in part only, for as long as a run lasts and there is room. */
export class ResultStore {
  readonly #texts = new Map<string, string>();
  readonly #handles = new Map<string, string>();
  readonly #maxChars: number;
  #chars = 0;

  constructor(maxChars = 16_000_000) {
    this.#maxChars = maxChars;
  }

  /** The handle under which the result of a call is kept. What was kept first, the whole text, stays. */
  keep(toolCallId: string, text: string): string {
    const known = this.#handles.get(toolCallId);
    if (known !== undefined) return known;
    const handle = `r${this.#handles.size + 1}`;
    this.#handles.set(toolCallId, handle);
    this.#texts.set(handle, text);
    this.#chars += text.length;
    this.#makeRoom();
    return handle;
  }

  get(handle: string): string | undefined {
    return this.#texts.get(handle);
  }

  /** The oldest make room; the newest stays whatever its length. */
  #makeRoom(): void {
    for (const [handle, text] of this.#texts) {
      if (this.#chars <= this.#maxChars || this.#texts.size === 1) return;
      this.#texts.delete(handle);
      this.#chars -= text.length;
    }
  }
}
