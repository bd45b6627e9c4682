import { requestLeave } from './request-leave.ts';

/** Navigates to another page of the app without loading a document, unless a leave guard objects. */
export function navigate(path: string): void {
  requestLeave(() => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.scrollTo(0, 0);
  });
}
