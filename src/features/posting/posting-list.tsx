import { HouseIcon, PlusIcon } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { isNothingFocused } from '#src/ui/focus-return.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { OfflineNote } from './offline/offline-note.tsx'
import { PostingItem } from './posting-item.tsx'
import { type PressedAction, usePostings } from './use-postings.ts'

/** The confirmation texts of the actions that need a confirmation. */
const QUESTIONS: Partial<Record<PressedAction['action'], { title: string; says: string }>> = {
  withdraw: {
    title: 'Withdraw this listing?',
    says: 'Buyers no longer see it. Its text stays here as a draft; posting it again needs a review.',
  },
  sold: { title: 'Mark as sold or let?', says: 'Buyers no longer see it. You can renew it later.' },
  delete: { title: 'Delete this draft?', says: 'It is deleted for good.' },
  discard: {
    title: 'Discard your changes?',
    says: 'What this device has not sent is deleted. The listing stays as it was.',
  },
}

const CONFIRM_LABELS = {
  withdraw: 'Withdraw',
  sold: 'Mark as sold or let',
  renew: 'Renew',
  delete: 'Delete',
  discard: 'Discard',
}

interface PostingListProps {
  headingRef: RefObject<HTMLHeadingElement | null>
  /** The id of the listing that is being sent; null for none. */
  sendingId: string | null
  onNew: () => void
  onEdit: (id: string) => void
}

/** An owner's drafts and listings, each with a description of its state and its actions. */
export function PostingList({ headingRef, sendingId, onNew, onEdit }: PostingListProps) {
  const { list, isKnown, isLoading, freshness, usualWaitMinutes, isBusy, ...postings } =
    usePostings()
  const { listRef, note } = useFocusAfterAction(list, headingRef)
  const isEmpty = isKnown && list?.length === 0
  const [asked, setAsked] = useState<PressedAction | null>(null)
  const question = asked && QUESTIONS[asked.action]
  const isDeletion = asked?.action === 'delete' || asked?.action === 'discard'
  const act = (pressed: PressedAction) => {
    note(pressed.id)
    postings.act(pressed)
  }
  const press = (pressed: PressedAction) =>
    QUESTIONS[pressed.action] ? setAsked(pressed) : act(pressed)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title" ref={headingRef} tabIndex={-1}>
          Your listings
        </h2>
        <div className="page-actions">
          <Button
            variant={isEmpty ? 'secondary' : 'primary'}
            icon={<PlusIcon size={16} />}
            onClick={onNew}
          >
            New listing
          </Button>
        </div>
      </header>
      <OfflineNote />
      <ReadNote {...freshness} what="your listings" onRetry={postings.refetch} />
      {postings.actionFailure && <Notice tone="negative">{postings.actionFailure}</Notice>}
      {isLoading && <p role="status">Loading your listings...</p>}
      {isEmpty && (
        <EmptyState
          icon={<HouseIcon size={22} />}
          title="No listings yet"
          action={
            <Button variant="primary" onClick={onNew}>
              Post your property
            </Button>
          }
        >
          Sell, rent out, offer PG beds or hold an auction. Every listing is checked before it goes
          live.
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <ul className="event-day-list" ref={listRef}>
          {list.map(({ posting, unsent }) => (
            <PostingItem
              key={posting.id}
              posting={posting}
              unsent={unsent}
              isSending={posting.id === sendingId}
              usualWaitMinutes={usualWaitMinutes}
              isBusy={isBusy}
              onEdit={onEdit}
              onAct={press}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={question?.title ?? ''}
        confirmLabel={asked ? CONFIRM_LABELS[asked.action] : ''}
        {...(isDeletion && { tone: 'danger' })}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          if (asked) act(asked)
        }}
      >
        <p>{question?.says}</p>
      </ConfirmDialog>
    </>
  )
}

/**
 * The button of an action may be gone once it is done: the listing's card gets the focus then, or the heading if the
 * listing has left the list. `note` names the listing that is acted on.
 */
function useFocusAfterAction(list: unknown, headingRef: PostingListProps['headingRef']) {
  const listRef = useRef<HTMLUListElement>(null)
  const actedRef = useRef<string | null>(null)
  useEffect(() => {
    if (!list || actedRef.current === null || !isNothingFocused()) return
    const card = listRef.current?.querySelector<HTMLElement>(`[data-posting="${actedRef.current}"]`)
    const landing = card ?? headingRef.current
    actedRef.current = null
    landing?.focus()
  }, [list, headingRef])
  return {
    listRef,
    note(id: string) {
      actedRef.current = id
    },
  }
}
