/** What a person asked for, at the head of the page about what came of it. */
export function AskedText({ children }: { readonly children: string }) {
  return (
    <p className="bg-raised w-fit max-w-full rounded-xl px-3.5 py-2 wrap-anywhere whitespace-pre-wrap">{children}</p>
  );
}
