import { useId } from 'react'
import type { PostingSummary } from '#src/domain/posting/own-posting.ts'
import type { PostingAction, PostingState } from '#src/domain/posting/posting-state.ts'
import type { UnsentListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge, type Tone } from '#src/ui/layout/badge.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { PostingCover } from './posting-cover.tsx'
import { describeNext, summarise, wordReason, wordViews } from './posting-facts.ts'
import { DEVICE_ONLY, describeUnsent } from './unsent-summary.ts'
import type { PressedAction } from './use-postings.ts'

const TONES: Readonly<Record<PostingState, Tone>> = {
  draft: 'neutral',
  'in-review': 'neutral',
  live: 'positive',
  'changes-needed': 'caution',
  rejected: 'negative',
  sold: 'accent',
  withdrawn: 'neutral',
  expired: 'caution',
}

const ACTION_LABELS: Readonly<Record<PressedAction['action'], string>> = {
  renew: 'Renew',
  sold: 'Mark as sold or let',
  withdraw: 'Withdraw',
  delete: 'Delete',
  discard: 'Discard changes',
}

export interface PostingItemProps {
  posting: PostingSummary
  /** The version of the listing on this device that the server does not have; null if there is none. */
  unsent: UnsentListing | null
  /** Whether the unsent version is being sent now. */
  isSending: boolean
  usualWaitMinutes: number | null
  isBusy: boolean
  onEdit: (id: string) => void
  onAct: (pressed: PressedAction) => void
}

/** One listing of the owner with its actions. */
export function PostingItem({
  posting,
  unsent,
  isSending,
  usualWaitMinutes,
  isBusy,
  onEdit,
  onAct,
}: PostingItemProps) {
  const nameId = useId()
  const { id, state, label } = posting
  const actions = listActions(posting, unsent)
  const name = posting.title ?? 'Untitled listing'
  const verb = state === 'draft' || unsent ? 'Continue' : 'Edit'
  const next = describeNext(posting, { usualWaitMinutes, nowMs: useNow() })
  const views = wordViews(posting)
  return (
    <li
      className="card event-card posting-card"
      aria-labelledby={nameId}
      data-posting={id}
      tabIndex={-1}
    >
      <PostingCover {...posting} />
      <div className="event-text">
        <p className="event-name" id={nameId}>
          {name}
        </p>
        <p className="event-place">{summarise(posting)}</p>
        <div className="event-state">
          <Badge tone={TONES[state]}>{label}</Badge>
          {views && <span className="event-place">{views}</span>}
        </div>
        {posting.missingMedia && <p className="event-place">{posting.missingMedia}</p>}
        {posting.reason && <p>{wordReason(posting.reason)}</p>}
        {next && <p className="event-place">{next}</p>}
        {unsent && (
          <p className={unsent.problem ? undefined : 'event-place'}>
            {describeUnsent(unsent, isSending)}
          </p>
        )}
      </div>
      <div className="event-buttons">
        {actions.includes('edit') && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`${verb} ${name}`}
            onClick={() => onEdit(id)}
          >
            {verb}
          </Button>
        )}
        {(Object.keys(ACTION_LABELS) as PressedAction['action'][])
          .filter((action) => actions.includes(action))
          .map((action) => (
            <Button
              key={action}
              variant="quiet"
              size="small"
              busy={isBusy}
              aria-label={`${ACTION_LABELS[action]}: ${name}`}
              onClick={() => onAct({ id, action })}
            >
              {ACTION_LABELS[action]}
            </Button>
          ))}
      </div>
    </li>
  )
}

/** The actions that the server allows, and 'discard' if the server's listing has an unsent version on this device. */
function listActions(
  { actions, version }: PostingSummary,
  unsent: UnsentListing | null,
): readonly (PostingAction | 'discard')[] {
  return unsent && version !== DEVICE_ONLY ? [...actions, 'discard'] : actions
}
