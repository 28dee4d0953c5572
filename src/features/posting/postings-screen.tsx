import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { makeRecordKey } from '#src/api/record-key.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useSheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { isNothingFocused } from '#src/ui/focus-return.ts'
import { BlockedNotice } from './blocked-notice.tsx'
import { PostingList } from './posting-list.tsx'
import { PostingWizard } from './posting-wizard.tsx'
import { useStalePostings } from './use-postings.ts'
import './postings.css'

/** Stands for the id of a listing that does not exist yet (NEW_LISTING in #src/config/paths.ts). */
const NEW = 'new'

/** An owner's listings, or the wizard for one of them. The outbox sends those that are not open. */
export function PostingsScreen() {
  const sheet = useSheetUrl()
  const { openId } = sheet
  const userId = useUserId()
  const [newId, setNewId] = useState<string | null>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const readAgain = useStalePostings()
  const sending = useOutboxSnapshot().changes.find(
    ({ entity, state }) => entity === 'posting' && state === 'sending',
  )
  const leave = useEffectEvent(() => {
    // A draft that is opened again is no longer new.
    setNewId(null)
    readAgain()
    if (isNothingFocused()) headingRef.current?.focus() // the wizard's button is gone
  })
  useEffect(() => {
    if (openId !== null && openId !== NEW) return () => leave()
  }, [openId])

  function startNew() {
    const id = makeRecordKey()
    setNewId(id)
    sheet.open(id)
  }

  const nameNew = useEffectEvent(() => {
    const id = makeRecordKey()
    setNewId(id)
    sheet.rename(id)
  })
  useEffect(() => {
    if (openId === NEW) nameNew()
  }, [openId])

  if (openId === NEW) return null
  // The key includes the user, because another person may sign in while the wizard is open.
  const key = `${userId} ${openId}`
  return (
    <>
      <BlockedNotice />
      {openId === null ? (
        <PostingList
          headingRef={headingRef}
          sendingId={sending?.entityId ?? null}
          onNew={startNew}
          onEdit={sheet.open}
        />
      ) : (
        <PostingWizard key={key} id={openId} isNew={openId === newId} onClose={sheet.close} />
      )}
    </>
  )
}
