import { Menu } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';

/** Id of the element that the button opens. */
export const drawerId = 'navigation-drawer';

/** Opens the navigation of a narrow window. */
export function DrawerButton() {
  return (
    <IconButton label="Pages" popoverTarget={drawerId} className="md:hidden">
      <Menu />
    </IconButton>
  );
}
