import { SettingSwitch } from '../settings/setting-switch.tsx';
import { useNotificationChoice } from './use-notification-choice.ts';

/** The setting for browser notifications. */
export function NotificationSetting() {
  const { isOn, isBlocked, choose } = useNotificationChoice();
  return (
    <SettingSwitch
      label="Notify me"
      description="When an answer ends or waits for me while this page is hidden."
      note={
        isBlocked
          ? 'This browser blocks notifications of Shipmate. Allow them in its settings for this page.'
          : undefined
      }
      isOn={isOn}
      onChange={(isWanted) => void choose(isWanted)}
    />
  );
}
