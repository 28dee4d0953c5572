import { useState } from 'react'
import { type ChecklistItem, MOST_CHECKLIST_ITEMS } from '#src/domain/visit/checklist.ts'
import { useRowOrder } from '#src/features/team/use-row-order.ts'
import { Button } from '#src/ui/form/button.tsx'
import { OPENS_FORM } from '#src/ui/form/use-opened-form.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ChecklistEditor } from './checklist-editor.tsx'
import { ChecklistRow } from './checklist-row.tsx'
import { useChecklist } from './use-checklist.ts'

/** What visits to properties ask. Each change is stored at once. */
export function ChecklistCard() {
  const { checklist, isSaving, failure, replace } = useChecklist()
  const [edited, setEdited] = useState<string | null>(null)
  const items = checklist ?? []
  const { listRef, move, handleProps, dragStateOf } = useRowOrder({
    rows: items,
    idOf: ({ id }) => id,
    isBusy: isSaving,
    onOrder: (next) => void replace(next),
  })
  if (!checklist) return null

  function put(item: ChecklistItem, next: ChecklistItem) {
    return replace(items.map((one) => (one === item ? next : one)))
  }

  return (
    <Card as="section" aria-labelledby="checklist-title">
      <h3 className="section-title team-title" id="checklist-title">
        Checklist of visits
      </h3>
      <p className="panel muted">
        Visitors of a property answer these points with yes, no or not seen. A change here changes
        no visit that was recorded before.
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      <ul className="team-list" ref={listRef} aria-labelledby="checklist-title">
        {items.map((item, place) =>
          edited === item.id ? (
            <li key={item.id} className="reason-row">
              <ChecklistEditor
                item={item}
                isSaving={isSaving}
                onCancel={() => setEdited(null)}
                onSave={async (next) => {
                  if (await put(item, next)) setEdited(null)
                }}
              />
            </li>
          ) : (
            <li key={item.id} className="reason-row reason-line" data-drag={dragStateOf(place)}>
              <ChecklistRow
                item={item}
                place={place}
                count={items.length}
                listeners={handleProps(place, items.length)}
                isSaving={isSaving}
                onEdit={() => setEdited(item.id)}
                onMove={(to) => move(place, to)}
                onSwitch={() => void put(item, { ...item, isActive: !item.isActive })}
                onRemove={() => void replace(items.filter((one) => one !== item))}
              />
            </li>
          ),
        )}
      </ul>
      <div className="reason-row">
        {edited === NEW ? (
          <ChecklistEditor
            item={null}
            isSaving={isSaving}
            onCancel={() => setEdited(null)}
            onSave={async (next) => {
              if (await replace([...items, next])) setEdited(null)
            }}
          />
        ) : (
          <div className="team-actions">
            <Button
              {...OPENS_FORM}
              disabled={items.length >= MOST_CHECKLIST_ITEMS}
              onClick={() => setEdited(NEW)}
            >
              Add a point
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** The value of `edited` for a new point: no existing one has an empty id. */
const NEW = ''
