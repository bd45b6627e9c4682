/** Whether something has been so for some seconds; false when the time is not known. */
export function hasLasted(since: string | undefined, seconds: number, now: Date): boolean {
  return now.getTime() - Date.parse(since ?? '') >= seconds * 1000;
}
