import { useState } from 'react';
import { usePreference } from '../preference/use-preference.ts';

/** The setting of browser notifications, and the permission of the browser. */
interface NotificationChoice {
  readonly isOn: boolean;
  /** The browser has no notifications, or the person has blocked them for this page. */
  readonly isBlocked: boolean;
  /** Call it from an event of the person: browsers allow the permission request nowhere else. */
  readonly choose: (isWanted: boolean) => Promise<void>;
}

/** The person's choice about notifications in this browser. */
export function useNotificationChoice(): NotificationChoice {
  const [wanted, setWanted] = usePreference('notifications');
  // The permission is read on each render; this state only triggers a render after the person has answered.
  const [, setAnswer] = useState<NotificationPermission>();
  const permission = readPermission();
  return {
    isOn: wanted === 'on' && permission === 'granted',
    isBlocked: permission === 'denied',
    async choose(isWanted) {
      if (!isWanted) return setWanted(null);
      const answer = permission === 'default' ? await Notification.requestPermission() : permission;
      setAnswer(answer);
      setWanted(answer === 'granted' ? 'on' : null);
    },
  };
}

function readPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied';
}
