import { requestLeave } from './request-leave.ts';

/** Goes to another page of the app without loading a document, once nothing on this one objects. */
export function navigate(path: string): void {
  requestLeave(() => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.scrollTo(0, 0);
  });
}
