/** The calls of one tool by one model in a month. */
export interface ToolUsage {
  readonly tool: string;
  /** `provider:model` that made the calls. */
  readonly model: string;
  readonly calls: number;
  /** Calls with an error as their result, refused ones included. */
  readonly errors: number;
  /** Calls with the input of an earlier call of the same tool in the same run. */
  readonly repeats: number;
  /** Tokens of the results as the model saw them, estimated from their length. */
  readonly resultTokens: number;
}
