import { Banner } from '../components/banner.tsx';

/** The resources that could not be read, so that their silence is not taken for health. */
export function GapsNotice({ gaps }: { readonly gaps: readonly string[] }) {
  if (gaps.length === 0) return null;
  return (
    <Banner tone="caution">
      <details>
        <summary className="font-medium">
          {gaps.length === 1 ? 'One kind of objects' : `${gaps.length} kinds of objects`} could not be read; problems
          may be missing here. <span className="underline underline-offset-2">Why?</span>
        </summary>
        <ul className="mt-2 list-disc space-y-1 pl-4">
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
