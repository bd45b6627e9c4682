/** The logo of Shipmate: a sail over waves. */
export function Logo({ className }: { className: string }) {
  return <img src="/favicon.svg" alt="" className={className} />;
}
