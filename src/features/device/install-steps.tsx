import { Icon, type IconName } from '#src/ui/icon.tsx'

/** How an app is installed where the browser has no button for it: Safari on iOS. */
export function InstallSteps() {
  return (
    <ol className="install-steps">
      {STEPS.map(({ icon, words }) => (
        <li key={icon}>
          <span className="install-step-icon">
            <Icon name={icon} size={22} />
          </span>
          {words}
        </li>
      ))}
    </ol>
  )
}

const STEPS: readonly { icon: IconName; words: string }[] = [
  { icon: 'share', words: "Tap Share in the browser's bar." },
  { icon: 'add-to-home', words: 'Choose "Add to Home Screen".' },
  { icon: 'check', words: 'Tap Add. Open the app from its icon from now on.' },
]
