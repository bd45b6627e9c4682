/** Arguments for Node with which a process takes its time of day to be so many milliseconds later, or earlier. */
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
