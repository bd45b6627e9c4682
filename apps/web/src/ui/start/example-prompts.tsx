const examples = [
  'Add redis as a dependency and set 3 replicas',
  'Add an Ingress for example.com',
  'Scale on CPU with a HorizontalPodAutoscaler',
  'Explain what this chart deploys',
] as const;

/** Example prompts; choosing one fills the box without sending it. */
export function ExamplePrompts({ onPick }: { onPick: (example: string) => void }) {
  return (
    <ul aria-label="Example prompts" className="flex flex-wrap gap-2">
      {examples.map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => onPick(example)}
            className="border-line bg-surface text-muted hover:border-edge hover:text-ink rounded-full border px-3 py-1.5 text-left text-xs transition-colors"
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}
