import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Runtime } from '#src/app/runtime.ts'
import { paths } from '#src/config/paths.ts'
import type { Change } from '#src/domain/change.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { LeavingOffline } from '#src/features/outbox/leaving-offline.tsx'
import type { Leaving } from '#src/features/outbox/use-leaving.ts'
import { countOpenLinks } from '#src/features/team/invitation-links.ts'
import { useInvitationLinks } from '#src/features/team/use-invitation-links.ts'
import { keepChanges } from '#src/outbox/keep-changes.ts'
import { hasOwnContent } from '#src/outbox/kinds/kinds.ts'
import {
  countUnfinished,
  forgetUnfinished,
  type Unfinished,
} from '#src/outbox/kinds/posting/files/unfinished.ts'
import { useUnfinished } from '#src/outbox/kinds/posting/files/use-unfinished.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { hasUploadsDatabase } from '#src/storage/uploads-database.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'

export interface SignOutProps {
  leaving: Leaving
  runtime: Runtime
}

/** The dialogs of a sign-out: the warning about working offline, then the confirmation. */
export function SignOutSteps({ leaving, runtime }: SignOutProps) {
  const { isLeaving, stay } = leaving
  const unfinished = useUnfinished(
    runtime.openDevice,
    isLeaving ? runtime.session.findUserId() : null,
  )
  return (
    <>
      <LeavingOffline {...leaving} />
      <SignOutDialog
        open={isLeaving && unfinished !== null}
        waiting={unfinished === 'unreadable' ? '' : wordUnfinished(unfinished)}
        isUnreadable={unfinished === 'unreadable'}
        runtime={runtime}
        onClose={stay}
      />
    </>
  )
}

interface SignOutDialogProps {
  open: boolean
  /** The listings and files that are not on the server: '1 listing and 2 files'; empty for none. */
  waiting: string
  /** Whether the storage of listings and files does not answer: they can be neither counted nor deleted. */
  isUnreadable: boolean
  runtime: Runtime
  onClose: () => void
}

/**
 * Confirms a sign-out. Asks whether to send, keep or discard unsent changes, and whether to keep or discard the listings
 * and files that are not on the server.
 */
function SignOutDialog({ open, waiting, isUnreadable, runtime, onClose }: SignOutDialogProps) {
  const { changes } = useOutboxSnapshot()
  const unsent = changes.filter(isCounted).length
  const { isBusy, problem, act } = useSignOut({ runtime, isUnreadable, onClose })
  const hasUnsent = unsent > 0
  const openLinks = countOpenLinks(useInvitationLinks(), Date.now())
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={titleOf(hasUnsent, waiting)}
      footer={
        hasUnsent ? (
          <>
            <Button variant="primary" busy={isBusy} onClick={() => act('send')}>
              Send now
            </Button>
            <Button busy={isBusy} onClick={() => act('keep')}>
              {KEEP}
            </Button>
            <Button variant="reject" busy={isBusy} onClick={() => act('discard')}>
              Discard them
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Stay</Button>
            <Button variant="primary" busy={isBusy} onClick={() => act('keep')}>
              {waiting ? KEEP : 'Sign out'}
            </Button>
            {waiting && (
              <Button variant="reject" busy={isBusy} onClick={() => act('discard')}>
                Sign out and delete
              </Button>
            )}
          </>
        )
      }
    >
      {hasUnsent ? (
        <p>
          {`${countNoun(unsent, 'change has', 'changes have')} not been confirmed by the server. Kept changes stay on this device with what you decided or typed in them, and go out after your next sign-in here.`}
        </p>
      ) : (
        <p>Saved copies are removed from this device. Signing in again needs a connection.</p>
      )}
      {waiting && (
        <p>
          {`Not sent yet: ${waiting}. Kept, this stays on the device and is sent after your next sign-in here.`}
        </p>
      )}
      {isUnreadable && (
        <p>
          The storage for listings and files on this device does not answer. Any that are not sent
          yet stay on it, and are sent after your next sign-in here. Close the other tabs of this
          site to see or delete them.
        </p>
      )}
      {openLinks > 0 && (
        <p>
          {`${countNoun(openLinks, 'invitation link has', 'invitation links have')} not been used. Nobody can show ${openLinks === 1 ? 'it' : 'them'} again: copy ${openLinks === 1 ? 'it' : 'them'} in “Team” first, or send the invitation again later.`}
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
    </Dialog>
  )
}

function titleOf(hasUnsent: boolean, waiting: string): string {
  if (hasUnsent) return 'Sign out with unsent changes?'
  return waiting ? 'Sign out with unsent listings?' : 'Sign out?'
}

function wordUnfinished(unfinished: Unfinished | null): string {
  return Object.entries(unfinished ?? {})
    .filter(([, count]) => count > 0)
    .map(([nouns, count]) => `${groupIndian(count)} ${count === 1 ? nouns.slice(0, -1) : nouns}`)
    .join(' and ')
}

const KEEP = 'Keep for my next sign-in'

type Choice = 'send' | 'keep' | 'discard'

function useSignOut({
  runtime,
  isUnreadable,
  onClose,
}: Pick<SignOutDialogProps, 'runtime' | 'isUnreadable' | 'onClose'>) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act(choice: Choice) {
    setBusy(true)
    setProblem(null)
    try {
      // Before the changes, because a listing on the device without its change would be queued again.
      if (choice === 'discard' && !isUnreadable)
        await forgetUnfinished(runtime.openDevice, runtime.session.findUserId())
      const left = await settleChanges(runtime, choice)
      const unsent = left > 0 ? String(left) : choice === 'send' ? await findWaiting(runtime) : ''
      if (unsent) {
        setProblem(
          `${unsent} could not be sent now. Keep them for your next sign-in, or discard them.`,
        )
        return
      }
      if (!isUnreadable) await dropDraftPhotos(runtime)
      const isOperator = runtime.session.find()?.isOperator
      endNotifications()
      await runtime.sessionEnd.signOut()
      onClose()
      navigate(isOperator ? paths.login : paths.signIn, { replace: true })
    } catch (error) {
      console.error('Signing out failed.', error)
      setProblem('Signing out failed on this device. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, act }
}

/** The sign-out deletes the drafts of visits, and so their photos. */
async function dropDraftPhotos({ session, openDevice }: Runtime): Promise<void> {
  const userId = session.findUserId()
  if (!userId || !(await hasUploadsDatabase())) return
  const { dropDraftFiles } = await import('#src/outbox/kinds/visit/photos/visit-files.ts')
  const { storage, uploads } = await openDevice()
  const changes = await storage.store.listChanges(userId)
  await dropDraftFiles(uploads, { userId, changes, keptMs: 0 })
}

/**
 * Ends the push subscription in the browser too, because an offline sign-out never reaches the server, which would
 * delete the subscription with the session. Not awaited, because a push service may not answer.
 */
function endNotifications(): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then(async (registration) =>
      (await registration?.pushManager?.getSubscription())?.unsubscribe(),
    )
    .catch((error: unknown) => console.info('The browser stays subscribed.', error))
}

/** Applies the choice to the unconfirmed changes. Returns the number of changes that could not be sent. */
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
  // The files of a listing may take minutes: the sign-out waits for the other changes only.
  await Promise.race([drain.run(), whenSent(sync.view)])
  return (await store.listChanges(userId)).filter(isCounted).length
}

/** Resolves when every counted change is confirmed. */
function whenSent(view: Runtime['sync']['view']): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (view.get().changes.some(isCounted)) return
      stop()
      resolve()
    }
    const stop = view.subscribe(look)
    look()
  })
}

/** Unconfirmed changes; listings are counted apart, with their files. */
function isCounted(change: Change): boolean {
  return change.state !== 'acked' && hasOwnContent(change)
}

/** What is still not sent of the person's listings and files; empty for nothing. */
async function findWaiting({ session, openDevice }: Runtime): Promise<string> {
  const userId = session.findUserId()
  return userId ? wordUnfinished(await countUnfinished(openDevice, userId)) : ''
}
