/** The option of commands that ask a model. */
export const modelOption = {
  type: 'string',
  placeholder: '<id>',
  description: 'The model, for example openai:gpt-4o. Default: the default model.',
} as const;

/** The option of commands about the charts of one workspace. */
export const workspaceOption = {
  type: 'string',
  placeholder: '<id>',
  description: 'The chart workspace; "shipmate charts list" prints the ids.',
} as const;

/** The option of commands about one cluster. */
export const clusterOption = {
  type: 'string',
  placeholder: '<name>',
  description: 'The context of the kubeconfig. Default: the current one.',
} as const;
