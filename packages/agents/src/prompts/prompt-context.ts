/** What a system prompt can tell the model of the moment. */
export interface PromptContext {
  /** The workspace in words: its charts, its files and what is pending. */
  readonly chartContext?: string;
}
