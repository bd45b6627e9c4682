/** Common fixes for helm errors, by the error's text. */
const suggestions: readonly (readonly [RegExp, string])[] = [
  [
    /nil pointer evaluating/,
    'Give the value before the last dot a default in values.yaml, or guard the read with "with" or "if".',
  ],
  [/no template "/, 'Define it in templates/_helpers.tpl, or correct its name.'],
  [
    /found in Chart\.yaml, but missing in charts/,
    'Put the chart under charts/, or correct its entry under dependencies.',
  ],
  [/parse error|unexpected |unclosed action|unterminated/, 'Check the braces, quotes and "end" of the template.'],
  [/not valid YAML/, 'Check the indentation that "indent" and "nindent" give to what is put in.'],
  [/wrong type for value|can't evaluate field/, 'Check that the value has the form that the template reads.'],
  [/which is incompatible with Kubernetes/, 'Check kubeVersion in Chart.yaml.'],
];

/** Suggests a fix for a common helm error. */
export function suggest(message: string): { readonly suggestion?: string } {
  const [, suggestion] = suggestions.find(([pattern]) => pattern.test(message)) ?? [];
  return suggestion === undefined ? {} : { suggestion };
}
