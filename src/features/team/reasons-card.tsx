import { useState } from 'react'
import type { ListedReason } from '#src/api/team/reasons-api.ts'
import type { RejectionReason } from '#src/domain/listing/rejection-reason.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { OPENS_FORM } from '#src/ui/form/use-opened-form.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ReasonEditor } from './reason-editor.tsx'
import { ReasonRow } from './reason-row.tsx'
import { useReasonList } from './use-reason-list.ts'
import { useRowOrder } from './use-row-order.ts'

/** The reasons that reviewers give for rejections. Each change is stored at once. */
export function ReasonsCard({ isTeamRead }: ReasonsCardProps) {
  const { list, readFailure, changeFailure, isSaving, replace } = useReasonList()
  const [edited, setEdited] = useState<string | null>(null)
  const reasons = list?.reasons ?? []
  const failure = changeFailure ?? (isTeamRead ? readFailure : null)

  async function store(next: readonly ListedReason[]): Promise<boolean> {
    return replace({ reasons: toSent(next) })
  }

  const { listRef, move, handleProps, dragStateOf } = useRowOrder({
    rows: reasons,
    idOf: ({ code }) => code,
    isBusy: isSaving,
    onOrder: (next) => void store(next),
  })

  return (
    <Card as="section" aria-labelledby="reasons-title">
      <h3 className="section-title team-title" id="reasons-title">
        Reasons for rejections
      </h3>
      <p className="panel muted">
        Reviewers choose one of these, in this order, and the seller reads its sentence. A reason
        that a seller was given can only be hidden.
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      {list && list.isRequired !== null && (
        <div className="reason-rule">
          <Switch
            label="A rejection needs a reason"
            hint="Reviewers choose a reason before a rejection counts, also without a network."
            isOn={list.isRequired}
            onSwitch={(isOn) => void replace({ reasons: toSent(reasons), isReasonRequired: isOn })}
          />
        </div>
      )}
      <ul className="team-list" ref={listRef} aria-labelledby="reasons-title">
        {reasons.map((reason, place) => (
          <li
            key={reason.code}
            className={edited === reason.code ? 'reason-row' : 'reason-row reason-line'}
            data-drag={dragStateOf(place)}
          >
            {edited === reason.code ? (
              <ReasonEditor
                reason={reason}
                isSaving={isSaving}
                onCancel={() => setEdited(null)}
                onSave={async (next) => {
                  const all = reasons.map((one) => (one === reason ? { ...one, ...next } : one))
                  if (await store(all)) setEdited(null)
                }}
              />
            ) : (
              <ReasonRow
                reason={reason}
                place={place}
                count={reasons.length}
                handle={handleProps(place, reasons.length)}
                isSaving={isSaving}
                onEdit={() => setEdited(reason.code)}
                onMove={(to) => move(place, to)}
                onSwitch={() =>
                  void store(
                    reasons.map((one) =>
                      one === reason ? { ...one, isActive: !one.isActive } : one,
                    ),
                  )
                }
                onRemove={() => void store(reasons.filter((one) => one !== reason))}
              />
            )}
          </li>
        ))}
      </ul>
      {list && (
        <div className="reason-row">
          {edited === NEW ? (
            <ReasonEditor
              reason={null}
              isSaving={isSaving}
              onCancel={() => setEdited(null)}
              onSave={async (next) => {
                if (await store([...reasons, { ...next, isUsed: false }])) setEdited(null)
              }}
            />
          ) : (
            <div className="team-actions">
              <Button {...OPENS_FORM} onClick={() => setEdited(NEW)}>
                Add a reason
              </Button>
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

/** What the server says about the use of a reason is not sent back. */
function toSent(reasons: readonly ListedReason[]): RejectionReason[] {
  return reasons.map(({ isUsed: _, ...reason }) => reason)
}

interface ReasonsCardProps {
  /** False if the team could not be read. The page shows that error, so the card does not show its own read error. */
  isTeamRead: boolean
}

/** The value of `edited` for a new reason: no existing reason has an empty code. */
const NEW = ''
