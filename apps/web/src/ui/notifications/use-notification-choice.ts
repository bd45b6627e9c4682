import { useState } from 'react';
import { usePreference } from '../preference/use-preference.ts';

/** Whether the browser may tell the person of runs, and what keeps it from that. */
export interface NotificationChoice {
  readonly isOn: boolean;
  /** The browser has no notifications, or the person has forbidden them to this page. */
  readonly isBlocked: boolean;
  /** To be called by what the person pressed: browsers let nothing else ask. */
  readonly choose: (isWanted: boolean) => Promise<void>;
}

/** The person's choice about notifications in this browser. */
export function useNotificationChoice(): NotificationChoice {
  const [wanted, setWanted] = usePreference('notifications');
  // What the browser says is read anew each time; this only has it read once the person has answered.
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
