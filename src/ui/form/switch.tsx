import { type ReactNode, useId } from 'react'

/** An on/off setting that applies at once, with a hint beside it. */
export function Switch({ label, hint, isOn, onSwitch }: SwitchProps) {
  const labelId = useId()
  const hintId = useId()
  return (
    <div className="switch-row">
      <div className="switch-text">
        <p className="switch-label" id={labelId}>
          {label}
        </p>
        <p className="switch-hint" id={hintId}>
          {hint}
        </p>
      </div>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={labelId}
        aria-describedby={hintId}
        onClick={() => onSwitch(!isOn)}
      >
        <span className="switch-track" />
      </button>
    </div>
  )
}

export interface SwitchProps {
  label: ReactNode
  hint: ReactNode
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}
