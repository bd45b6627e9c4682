import { SettingSwitch } from '../settings/setting-switch.tsx';
import { useNotificationChoice } from './use-notification-choice.ts';

/** The setting for browser notifications of runs. */
export function NotificationSetting() {
  const { isOn, isBlocked, choose } = useNotificationChoice();
  return (
    <SettingSwitch
      label="Notify me"
      description="When an answer ends or waits for me while this page is hidden."
      note={
        isBlocked
          ? 'This browser does not let Shipmate notify you. Its settings for this page can change that.'
          : undefined
      }
      isOn={isOn}
      onChange={(isWanted) => void choose(isWanted)}
    />
  );
}
