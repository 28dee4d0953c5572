import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import type { PostingWizardState } from './use-posting-wizard.ts'

const NEWER = {
  device: 'This listing was changed on another device.',
  tab: 'This listing was changed in another tab.',
}

/** Why the server does not have the typed text: another device or tab saved another version, or a request failed. */
export function WizardNotices({ wizard }: { wizard: PostingWizardState }) {
  const { newerIn, problem, isOffline, isKept } = wizard
  return (
    <>
      {newerIn && (
        <Notice
          tone="caution"
          action={
            <>
              <Button onClick={wizard.keepMine}>Keep what I have here</Button>
              <Button onClick={wizard.takeTheirs}>Take the newer one</Button>
            </>
          }
        >
          {NEWER[newerIn]}
        </Notice>
      )}
      {problem && (
        <Notice tone={isOffline ? 'neutral' : 'caution'}>
          {`${problem} What you typed is kept ${isKept ? 'on this device' : 'in this tab'}.`}
        </Notice>
      )}
    </>
  )
}
