import { useEffect, useRef } from 'react';

const leaveRequested = 'shipmate:leave-requested';

/** Calls `proceed`, which leaves the current view, unless a leave guard on the page asks the person first. */
export function requestLeave(proceed: () => void): void {
  const request = new CustomEvent(leaveRequested, { cancelable: true, detail: proceed });
  if (window.dispatchEvent(request)) proceed();
}

/** While active, passes each attempt to leave to `ask`; when the page is closed, the browser asks. */
export function useLeaveGuard(isActive: boolean, ask: (proceed: () => void) => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (!isActive) return;
    function onRequest(event: Event) {
      event.preventDefault();
      if (event instanceof CustomEvent) latest.current(event.detail as () => void);
    }
    function onUnload(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    window.addEventListener(leaveRequested, onRequest);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener(leaveRequested, onRequest);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isActive]);
}
