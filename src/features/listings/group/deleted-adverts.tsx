import type { DeletedAdvert, GroupAdvert } from '#src/api/posting/property-group-schema.ts'
import { Button } from '#src/ui/form/button.tsx'
import { nameDeleted, wordDeleted, wordSame } from './group-words.ts'

/** When the property was posted and deleted before, with a button for a listing of another property. */
export function DeletedAdverts({ own, deleted, busyId, onApart }: DeletedAdvertsProps) {
  if (deleted.length === 0) return null
  return (
    <ul className="property-apart">
      {deleted.map((one, place) => (
        <li key={one.id}>
          <p>{wordDeleted(own, one, place === 0)}</p>
          <p className="muted">{wordSame(one)}</p>
          {onApart && (
            <Button
              size="small"
              variant="quiet"
              busy={busyId === one.id}
              aria-label={`The ${nameDeleted(one)} is not a duplicate`}
              onClick={() => onApart(one)}
            >
              Not a duplicate
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface DeletedAdvertsProps {
  own: GroupAdvert
  deleted: readonly DeletedAdvert[]
  /** The id of the listing that is being set apart; null for none. */
  busyId: string | null
  /** Absent for people who may not decide. */
  onApart?: ((deleted: DeletedAdvert) => void) | undefined
}
