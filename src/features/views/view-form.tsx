import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { makeRecordKey } from '#src/api/record-key.ts'
import { deleteSavedView, putSavedView } from '#src/api/team/saved-views-api.ts'
import { queryPath, sectionPath } from '#src/config/paths.ts'
import { NewViewSchema, type SavedView } from '#src/domain/saved-view/saved-view.ts'
import type { ViewList } from '#src/domain/saved-view/view-list.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { removeColumnSettings } from '#src/ui/table/columns/column-settings-store.ts'
import { useViewChanges } from './use-view-changes.ts'
import { columnsKey, readShown } from './view-edits.ts'

/** Names and shares a view: a new one of what is on the screen, or the open one. Keeps what was typed after a failure. */
export function ViewForm({ list, view, active, onClose }: ViewFormProps) {
  const userId = useUserId()
  const mayShare = useMay('share-views')
  const navigate = useNavigate()
  const { isBusy, change } = useViewChanges()
  const [id] = useState(() => view?.id ?? makeRecordKey())
  const [shown] = useState(() => readShown(userId, list, active))
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [mistake, setMistake] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    // A new name changes nothing else of a view.
    const { query, columns } = view ?? shown
    const read = v.safeParse(NewViewSchema, { list, name, query, columns, isShared })
    setMistake(read.success ? null : read.issues[0].message)
    if (!read.success) return
    const problem = await change(() => putSavedView(id, read.output, view?.version ?? null))
    setFailure(problem)
    if (problem) return
    onClose()
    if (view) return
    removeColumnSettings(columnsKey(userId, list, active))
    navigate(queryPath(list, read.output.query, id), { replace: true })
  }

  async function remove(deleted: SavedView) {
    const problem = await change(() => deleteSavedView(deleted))
    setFailure(problem)
    if (problem) return
    onClose()
    removeColumnSettings(columnsKey(userId, list, deleted))
    navigate(sectionPath(list), { replace: true })
  }

  return (
    <Dialog
      open
      title={view ? 'View' : 'Save as a new view'}
      onClose={onClose}
      footer={
        <>
          {view && (
            <Button
              variant={isDeleting ? 'danger' : 'secondary'}
              busy={isBusy}
              onClick={() => (isDeleting ? void remove(view) : setDeleting(true))}
            >
              {isDeleting ? 'Delete it now' : 'Delete'}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="view-form" variant="primary" busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id="view-form" className="stack" noValidate onSubmit={submit}>
        {failure && <Notice tone="caution">{`${failure} Nothing was changed.`}</Notice>}
        {isDeleting && (
          <Notice tone="caution">
            {view?.isShared
              ? 'The view goes away for everybody, with what each person has saved over it.'
              : 'The view goes away on all your devices. The listings and records in it stay.'}
          </Notice>
        )}
        <Field label="Name" error={mistake}>
          {(input) => (
            <TextInput
              {...input}
              autoComplete="off"
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                setMistake(null)
              }}
            />
          )}
        </Field>
        {mayShare && (
          <Switch
            label="Shared with the team"
            hint="Everybody whose role may see this list gets the view. Each person can change it for themselves."
            isOn={isShared}
            onSwitch={setShared}
          />
        )}
        {!view && (
          <p className="muted">Saves the filters, the search, the order and the columns.</p>
        )}
      </form>
    </Dialog>
  )
}

interface ViewFormProps {
  list: ViewList
  /** The view to change; null for a new one. */
  view: SavedView | null
  /** The view on the screen. */
  active: SavedView | null
  onClose: () => void
}
