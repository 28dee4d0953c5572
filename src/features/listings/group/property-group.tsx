import { groupIndian } from '#src/domain/money.ts'
import './property-group.css'
import { useEffect } from 'react'
import type { OtherAdvert, PropertyGroup } from '#src/api/posting/property-group-schema.ts'
import { formatDate } from '#src/domain/dates.ts'
import { displayName } from '#src/domain/text.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useReasons } from '#src/query-cache/use-reasons.ts'
import { useMay } from '#src/session/use-may.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { showToast } from '#src/ui/toast/toast.ts'
import { AdvertCard } from './advert-card.tsx'
import { DeletedAdverts } from './deleted-adverts.tsx'
import { DUPLICATE, nameApart, nameDeleted, reasonOf } from './group-words.ts'
import { useDuplicates } from './use-duplicates.ts'

/** The adverts of one property side by side, and what a person has said about them. */
export function PropertyGroupCard({ group, headingLevel: Heading, onReject }: GroupProps) {
  const { own, others, deleted = [], apart } = group
  const { questions } = useOutbox()
  const mayDecide = useMay('decide-listings')
  const reasons = useReasons().value?.reasons
  const isRetired = reasons?.every(({ code, isActive }) => code !== DUPLICATE || !isActive) ?? false
  const { say, busyId, failure } = useDuplicates(own.id)
  useEffect(() => () => questions.suggest(own.id, null), [questions, own.id])

  function reject(other: OtherAdvert) {
    const reason = reasonOf(own, other)
    questions.suggest(own.id, isRetired ? { ...reason, code: '' } : reason)
    onReject?.()
  }

  async function setApart(id: string, name: string) {
    if (!(await say(id, false))) return
    showToast({
      tone: 'info',
      message: `Remembered: ${name} is not a duplicate.`,
      actions: [{ label: 'Undo', onAction: () => void say(id, true) }],
    })
  }

  return (
    <section className="property-group" aria-label="This property">
      <Heading className="section-title">{headGroup(group)}</Heading>
      <DeletedAdverts
        own={own}
        deleted={deleted}
        busyId={busyId}
        onApart={mayDecide ? (one) => void setApart(one.id, `the ${nameDeleted(one)}`) : undefined}
      />
      {others.length > 0 && (
        <ul className="property-adverts">
          <AdvertCard own={own} advert={own} />
          {others.map((other) => (
            <AdvertCard key={other.id} own={own} advert={other} other={other}>
              {mayDecide && (
                <div className="row">
                  {onReject && (
                    <Button
                      size="small"
                      aria-label={`Reject as duplicate of ${displayName(other.title)}`}
                      onClick={() => reject(other)}
                    >
                      Reject as duplicate
                    </Button>
                  )}
                  <Button
                    size="small"
                    variant="quiet"
                    busy={busyId === other.id}
                    aria-label={`${displayName(other.title)} is not a duplicate`}
                    onClick={() => void setApart(other.id, `“${displayName(other.title)}”`)}
                  >
                    Not a duplicate
                  </Button>
                </div>
              )}
            </AdvertCard>
          ))}
        </ul>
      )}
      {apart.length > 0 && (
        <ul className="property-apart">
          {apart.map(({ id, at, by, ...advert }) => (
            <li key={id} className="row">
              <span>
                {`Not a duplicate: ${nameApart(advert)}. ${by ?? 'A former colleague'}, ${formatDate(at)}`}
              </span>
              {mayDecide && (
                <Button
                  size="small"
                  variant="quiet"
                  busy={busyId === id}
                  aria-label={`Take back that ${nameApart(advert)} is not a duplicate`}
                  onClick={() => void say(id, true)}
                >
                  Take back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FieldError id={`duplicates-${own.id}`}>{failure}</FieldError>
    </section>
  )
}

function headGroup({ others, deleted = [] }: PropertyGroup): string {
  if (others.length > 0) return `This property: ${groupIndian(others.length + 1)} adverts`
  return deleted.length > 0 ? 'This property was posted before' : 'Not duplicates'
}

interface GroupProps {
  group: PropertyGroup
  headingLevel: 'h3' | 'h4'
  /** Rejects the listing. Absent if it cannot be decided. */
  onReject?: (() => unknown) | undefined
}
