/** Checks whether a state has lasted for some seconds; false if its start is unknown. */
export function hasLasted(since: string | undefined, seconds: number, now: Date): boolean {
  return now.getTime() - Date.parse(since ?? '') >= seconds * 1000;
}
