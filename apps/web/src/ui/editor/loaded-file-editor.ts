import { lazyRouteComponent } from '@tanstack/react-router';

/** The editor of a text, whose code is loaded with the page of a workspace or the first shown file. */
export const LoadedFileEditor = lazyRouteComponent(() => import('./file-editor.tsx'), 'FileEditor');
