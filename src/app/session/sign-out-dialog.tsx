import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Runtime } from '#src/app/runtime.ts'
import { paths } from '#src/config/paths.ts'
import { LeavingOffline } from '#src/features/outbox/leaving-offline.tsx'
import type { Leaving } from '#src/features/outbox/use-leaving.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { keepChanges } from './keep-changes.ts'

export interface SignOutProps {
  leaving: Leaving
  runtime: Runtime
}

/** What a person who signs out is asked. */
export function SignOutSteps({ leaving, runtime }: SignOutProps) {
  return (
    <>
      <LeavingOffline {...leaving} />
      <SignOutDialog open={leaving.isLeaving} runtime={runtime} onClose={leaving.stay} />
    </>
  )
}

interface SignOutDialogProps {
  open: boolean
  runtime: Runtime
  onClose: () => void
}

/** Signs out; with unsent changes it first asks whether to send, keep, or discard them. */
function SignOutDialog({ open, runtime, onClose }: SignOutDialogProps) {
  const { changes } = useOutboxSnapshot()
  const unsent = changes.filter(({ state }) => state !== 'acked').length
  const { isBusy, problem, act } = useSignOut(runtime, onClose)
  const hasUnsent = unsent > 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={hasUnsent ? 'Sign out with unsent changes?' : 'Sign out?'}
      footer={
        hasUnsent ? (
          <>
            <Button variant="primary" busy={isBusy} onClick={() => act('send')}>
              Send now
            </Button>
            <Button busy={isBusy} onClick={() => act('keep')}>
              Keep for my next sign-in
            </Button>
            <Button variant="reject" busy={isBusy} onClick={() => act('discard')}>
              Discard them
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Stay</Button>
            <Button variant="primary" busy={isBusy} onClick={() => act('keep')}>
              Sign out
            </Button>
          </>
        )
      }
    >
      {hasUnsent ? (
        <p>
          {unsent === 1 ? '1 change has' : `${unsent} changes have`} not been confirmed by the
          server. Kept changes stay on this device with what you decided or typed in them, and go
          out after your next sign-in here.
        </p>
      ) : (
        <p>Saved copies are removed from this device. Signing in again needs a connection.</p>
      )}
      {problem && <p role="alert">{problem}</p>}
    </Dialog>
  )
}

type Choice = 'send' | 'keep' | 'discard'

function useSignOut(runtime: Runtime, onClose: () => void) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act(choice: Choice) {
    setBusy(true)
    setProblem(null)
    try {
      const left = await settleChanges(runtime, choice)
      if (left > 0) {
        setProblem(
          `${left} could not be sent now. Keep them for your next sign-in, or discard them.`,
        )
        return
      }
      const isOperator = runtime.session.find()?.isOperator
      endNotifications()
      await runtime.sessionEnd.signOut()
      onClose()
      navigate(isOperator ? paths.login : paths.signIn, { replace: true })
    } catch (error) {
      console.error('Signing out failed.', error)
      setProblem('Signing out failed on this device. Nothing was changed; please try again.')
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, act }
}

/**
 * The server forgets the subscription with the session; this is for a sign-out that it never gets. Not
 * awaited, because a push service may not answer.
 */
function endNotifications(): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then(async (registration) =>
      (await registration?.pushManager?.getSubscription())?.unsubscribe(),
    )
    .catch((error: unknown) => console.info('The browser stays subscribed.', error))
}

/** Applies the choice to the unconfirmed changes; returns how many still block the sign-out. */
async function settleChanges(runtime: Runtime, choice: Choice): Promise<number> {
  const { session, sync } = runtime
  const userId = session.findUserId()
  if (!userId) return 0
  const { storage, drain } = await runtime.openDevice()
  const { store } = storage
  if (choice === 'discard') await store.discardAll(userId)
  if (choice === 'keep') await keepChanges(store, userId)
  if (choice !== 'send') return 0
  await sync.outbox.syncNow()
  await drain.run()
  return (await store.listChanges(userId)).filter(({ state }) => state !== 'acked').length
}
