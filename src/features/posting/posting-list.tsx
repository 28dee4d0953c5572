import { HouseIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import type { PostingSummary } from '#src/domain/posting/own-posting.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { FailedRead } from '#src/ui/layout/failed-read.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { PostingItem } from './posting-item.tsx'
import { makeRecordKey } from './record-key.ts'
import { type PressedAction, usePostings } from './use-postings.ts'

/** The actions that take something away are confirmed. */
const QUESTIONS: Partial<Record<PressedAction['action'], { title: string; says: string }>> = {
  withdraw: {
    title: 'Withdraw this listing?',
    says: 'Buyers no longer see it. Its text stays here as a draft; posting it again needs a review.',
  },
  sold: { title: 'Mark as sold or let?', says: 'Buyers no longer see it. You can renew it later.' },
  delete: { title: 'Delete this draft?', says: 'It is deleted for good.' },
}

const CONFIRM_LABELS = {
  withdraw: 'Withdraw',
  sold: 'Mark as sold',
  renew: 'Renew',
  delete: 'Delete',
}

/** An owner's drafts and listings, each with its state in words and what can be done. */
export function PostingList({ onEdit }: { onEdit: (id: string) => void }) {
  const { list, readFailure, actionFailure, isBusy, act, refetch } = usePostings()
  const [asked, setAsked] = useState<PressedAction | null>(null)
  const question = asked && QUESTIONS[asked.action]
  const startNew = () => onEdit(makeRecordKey())
  const press = (pressed: PressedAction) =>
    QUESTIONS[pressed.action] ? setAsked(pressed) : act(pressed)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Your listings</h2>
        <div className="page-actions">
          <Button variant="primary" icon={<PlusIcon size={16} />} onClick={startNew}>
            New listing
          </Button>
        </div>
      </header>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {actionFailure && <Notice tone="negative">{actionFailure}</Notice>}
      {!list && !readFailure && <p role="status">Loading your listings...</p>}
      {list?.postings.length === 0 && (
        <EmptyState
          icon={<HouseIcon size={22} />}
          title="No listings yet"
          action={<Button onClick={startNew}>Post your first listing</Button>}
        >
          Sell, rent out, offer PG beds or hold an auction. Every listing is checked before it goes
          live.
        </EmptyState>
      )}
      {list && list.postings.length > 0 && (
        <ul className="event-day-list">
          {list.postings.map((posting: PostingSummary) => (
            <PostingItem
              key={posting.id}
              posting={posting}
              usualWaitMinutes={list.usualWaitMinutes}
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
        {...(asked?.action === 'delete' && { tone: 'danger' })}
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
