import { Link as RouterLink, type LinkComponent } from '@tanstack/react-router';

const exact = { exact: true };

/** A link to a page of the app; it is marked as current only on exactly its own address. */
export const Link: LinkComponent<'a'> = (props) => <RouterLink activeOptions={exact} {...props} />;
