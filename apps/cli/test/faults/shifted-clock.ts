/** Returns Node arguments that shift the time of day of a process by milliseconds; negative shifts make it earlier. */
export function shiftedClock(ms: number): readonly string[] {
  const source = `
    const RealDate = Date;
    globalThis.Date = class Date extends RealDate {
      constructor(...parts) {
        super(...(parts.length === 0 ? [Date.now()] : parts));
      }
      static now() {
        return RealDate.now() + ${ms};
      }
    };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`];
}
