import { CheckIcon, type LucideIcon, ShareIcon, SquarePlusIcon } from 'lucide-react'

/** The manual steps to install the app in Safari on iOS, which offers no install button. */
export function InstallSteps() {
  return (
    <ol className="install-steps">
      {STEPS.map(({ Icon, text }) => (
        <li key={text}>
          <span className="install-step-icon">
            <Icon size={20} />
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

const STEPS: readonly { Icon: LucideIcon; text: string }[] = [
  { Icon: ShareIcon, text: "Tap Share in the browser's bar." },
  { Icon: SquarePlusIcon, text: 'Choose "Add to Home Screen".' },
  { Icon: CheckIcon, text: 'Tap Add. Open the app from its icon from now on.' },
]
