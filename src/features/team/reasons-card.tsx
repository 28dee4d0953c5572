import { useState } from 'react'
import type { ListedReason } from '#src/api/team/reasons-api.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { FIELD_LABELS, ReasonEditor } from './reason-editor.tsx'
import { useReasonList } from './use-reason-list.ts'

/** The reasons that reviewers give for rejections. Each change is stored at once. */
export function ReasonsCard({ isTeamRead }: ReasonsCardProps) {
  const { list, readFailure, changeFailure, isSaving, replace } = useReasonList()
  const [edited, setEdited] = useState<string | null>(null)
  const reasons = list?.reasons ?? []
  const failure = changeFailure ?? (isTeamRead ? readFailure : null)

  async function store(next: readonly ListedReason[]): Promise<boolean> {
    return replace(next.map(({ isUsed: _, ...reason }) => reason))
  }

  function move(place: number, by: -1 | 1) {
    const next = [...reasons]
    next.splice(place + by, 0, ...next.splice(place, 1))
    void store(next)
  }

  return (
    <Card as="section" aria-labelledby="reasons-title">
      <h3 className="section-title team-title" id="reasons-title">
        Reasons for rejections
      </h3>
      <p className="panel muted">
        Reviewers choose one of these, in this order, and the seller reads its sentence. A reason
        that a seller was given can only be retired.
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      <ul className="team-list">
        {reasons.map((reason, place) => (
          <li key={reason.code} className="reason-row">
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
                isFirst={place === 0}
                isLast={place === reasons.length - 1}
                isSaving={isSaving}
                onEdit={() => setEdited(reason.code)}
                onMove={(by) => move(place, by)}
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
        {list && (
          <li className="reason-row">
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
                <Button onClick={() => setEdited(NEW)}>Add a reason</Button>
              </div>
            )}
          </li>
        )}
      </ul>
    </Card>
  )
}

interface ReasonsCardProps {
  /** False if the team could not be read. The page shows that error, so the card does not show its own read error. */
  isTeamRead: boolean
}

/** The value of `edited` for a new reason: no existing reason has an empty code. */
const NEW = ''

function ReasonRow({ reason, isFirst, isLast, isSaving, ...on }: ReasonRowProps) {
  const { label, code, sentence, field, isActive, isUsed } = reason
  return (
    <>
      <p className="row">
        <strong>{label}</strong>
        <span className="muted">{code}</span>
        {!isActive && <Badge tone="neutral">Retired</Badge>}
      </p>
      <p className="muted">{field ? `${sentence} · ${FIELD_LABELS[field]}` : sentence}</p>
      <div className="row">
        <Button size="small" aria-label={`Edit ${label}`} onClick={on.onEdit}>
          Edit
        </Button>
        <Button
          size="small"
          busy={isSaving}
          aria-label={isActive ? `Retire ${label}` : `Offer ${label} again`}
          onClick={on.onSwitch}
        >
          {isActive ? 'Retire' : 'Offer again'}
        </Button>
        <Button
          size="small"
          disabled={isFirst}
          busy={isSaving}
          aria-label={`Move ${label} up`}
          onClick={() => on.onMove(-1)}
        >
          Up
        </Button>
        <Button
          size="small"
          disabled={isLast}
          busy={isSaving}
          aria-label={`Move ${label} down`}
          onClick={() => on.onMove(1)}
        >
          Down
        </Button>
        {!isUsed && (
          <Button size="small" busy={isSaving} aria-label={`Remove ${label}`} onClick={on.onRemove}>
            Remove
          </Button>
        )}
      </div>
    </>
  )
}

interface ReasonRowProps {
  reason: ListedReason
  isFirst: boolean
  isLast: boolean
  isSaving: boolean
  onEdit: () => void
  onMove: (by: -1 | 1) => void
  onSwitch: () => void
  onRemove: () => void
}
