/** A person's request, at the head of the page about its outcome. */
export function AskedText({ children }: { readonly children: string }) {
  return (
    <p className="bg-raised w-fit max-w-full rounded-xl px-3.5 py-2 wrap-anywhere whitespace-pre-wrap">{children}</p>
  );
}
