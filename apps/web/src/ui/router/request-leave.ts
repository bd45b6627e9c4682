import { useEffect, useRef } from 'react';

const leaveRequested = 'shipmate:leave-requested';

/** Does what takes the person away from what they are at, unless something on the page wants to ask them first. */
export function requestLeave(proceed: () => void): void {
  const request = new CustomEvent(leaveRequested, { cancelable: true, detail: proceed });
  if (window.dispatchEvent(request)) proceed();
}

/** While active, gives whatever would take the person away to `ask`; of a page that is closed the browser itself asks. */
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
