import { Switch } from '#src/ui/form/switch.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { useWorkOffline } from './use-work-offline.ts'

/** The switch to work offline, for places where a bad network is worse than none. */
export function WorkOfflineSwitch() {
  const { isOn, set } = useWorkOffline()
  return (
    <Card className="outbox-switch">
      <Switch
        label="Work offline"
        hint="For a bad network: decisions stay on this device, and saved copies are shown, until you turn it off."
        isOn={isOn}
        onSwitch={(next) => void set(next)}
      />
    </Card>
  )
}
