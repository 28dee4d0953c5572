import { Switch } from '#src/ui/form/switch.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useNotifications } from './use-notifications.ts'

/** Turns notifications on this device on or off. Only turning them on makes the browser ask for permission. */
export function NotifySwitch() {
  const { isOn, problem, turn } = useNotifications()
  return (
    <section className="card panel stack" aria-label="Notifications">
      <Switch
        label="Notify me on this device"
        hint="A notification says only that there is news about one of your listings."
        isOn={isOn}
        onSwitch={turn}
      />
      {problem && <Notice tone="caution">{problem}</Notice>}
    </section>
  )
}
