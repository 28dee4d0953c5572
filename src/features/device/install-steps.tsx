import { CheckIcon, type LucideIcon, ShareIcon, SquarePlusIcon } from 'lucide-react'

/** How an app is installed where the browser has no button for it: Safari on iOS. */
export function InstallSteps() {
  return (
    <ol className="install-steps">
      {STEPS.map(({ Icon, words }) => (
        <li key={words}>
          <span className="install-step-icon">
            <Icon size={20} />
          </span>
          {words}
        </li>
      ))}
    </ol>
  )
}

const STEPS: readonly { Icon: LucideIcon; words: string }[] = [
  { Icon: ShareIcon, words: "Tap Share in the browser's bar." },
  { Icon: SquarePlusIcon, words: 'Choose "Add to Home Screen".' },
  { Icon: CheckIcon, words: 'Tap Add. Open the app from its icon from now on.' },
]
