import {
  BookmarkIcon,
  CheckIcon,
  EraserIcon,
  PencilIcon,
  PlusIcon,
  SaveIcon,
  Undo2Icon,
  UserIcon,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { putSavedView, putViewLayer } from '#src/api/team/saved-views-api.ts'
import { sectionPath } from '#src/config/paths.ts'
import type { SavedView, ViewLayer } from '#src/domain/saved-view/saved-view.ts'
import type { ViewList } from '#src/domain/saved-view/view-list.ts'
import { viewPath } from '#src/query-cache/use-saved-views.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { usePageSearch } from '#src/ui/address/page-search.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { MenuChoice, MenuItem, MenuLink } from '#src/ui/menu/menu-item.tsx'
import {
  readColumnSettings,
  removeColumnSettings,
  subscribeToColumnSettings,
} from '#src/ui/table/columns/column-settings-store.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { useViewChanges } from './use-view-changes.ts'
import { columnsKey, isQueryEdited, layerOf, readShown } from './view-edits.ts'

/** The saved views of a list: opens one, and stores what was changed since. */
export function ViewsMenu({ list, views, active, onForm }: ViewsMenuProps) {
  const isEdited = useIsEdited(list, active)
  const name = active?.name ?? 'Views'
  return (
    <Menu
      className="button toolbar-button views-button"
      label={active ? `View: ${name}${isEdited ? ', changed' : ''}` : name}
      face={
        <>
          <BookmarkIcon size={16} />
          <span className="views-name" data-minor={!active || undefined}>
            {name}
          </span>
          {isEdited && <span className="views-edited" aria-hidden="true" />}
        </>
      }
    >
      <ViewLink to={sectionPath(list)} isCurrent={!active}>
        Everything
      </ViewLink>
      {views.map((view) => (
        <ViewLink key={view.id} to={viewPath(view)} isCurrent={view === active}>
          {view.isShared ? `${view.name} (shared)` : view.name}
        </ViewLink>
      ))}
      <hr className="menu-separator" />
      {active && <ActiveViewItems {...{ list, active, isEdited, onForm }} />}
      <MenuItem icon={<PlusIcon size={16} />} onSelect={() => onForm('new')}>
        Save as a new view…
      </MenuItem>
    </Menu>
  )
}

interface ViewsMenuProps {
  list: ViewList
  /** The views of the list. */
  views: readonly SavedView[]
  /** The view that the address names; null if it names none. */
  active: SavedView | null
  onForm: (form: 'new' | 'edit') => void
}

function ViewLink({ to, isCurrent, children }: ViewLinkProps) {
  const icon = isCurrent ? <CheckIcon size={16} /> : <span className="menu-choice" />
  return (
    <MenuLink icon={icon} to={to} isCurrent={isCurrent}>
      {children}
    </MenuLink>
  )
}

interface ViewLinkProps {
  to: string
  isCurrent: boolean
  children: string
}

/** What can be done with the open view. */
function ActiveViewItems({ list, active, isEdited, onForm }: ActiveViewProps) {
  const userId = useUserId()
  const mayShare = useMay('share-views')
  const navigate = useNavigate()
  const { change } = useViewChanges()
  const mayChange = active.isShared ? mayShare : active.isOwn
  const layer = active.layer ?? { query: '', columns: null, isStart: false }

  async function store(success: string, work: () => Promise<unknown>) {
    const failure = await change(work)
    if (failure) showToast({ tone: 'error', message: `The view was not changed. ${failure}` })
    else showToast({ tone: 'success', message: success })
    return failure === null
  }

  async function saveForAll() {
    const shown = readShown(userId, list, active)
    const { id, name, isShared, version } = active
    const isStored = await store('View saved', async () => {
      await putSavedView(id, { list, name, isShared, ...shown }, version)
      // What was in the layer is in the view now.
      if (active.layer) await putViewLayer(active, { ...layer, query: '', columns: null })
    })
    if (isStored) removeColumnSettings(columnsKey(userId, list, active))
  }

  async function setLayer(success: string, next: ViewLayer) {
    const isStored = await store(success, () => putViewLayer(active, next))
    if (isStored) removeColumnSettings(columnsKey(userId, list, active))
    return isStored
  }

  function open(view: SavedView) {
    removeColumnSettings(columnsKey(userId, list, view))
    navigate(viewPath(view))
  }

  async function removeLayer() {
    const next = { query: '', columns: null, isStart: layer.isStart }
    if (await setLayer('Your changes are removed', next)) open({ ...active, layer: null })
  }

  return (
    <>
      {isEdited && mayChange && (
        <MenuItem icon={<SaveIcon size={16} />} onSelect={() => void saveForAll()}>
          {active.isShared ? 'Save for everybody' : 'Save changes'}
        </MenuItem>
      )}
      {isEdited && active.isShared && (
        <MenuItem
          icon={<UserIcon size={16} />}
          onSelect={() =>
            void setLayer('Saved for you only', layerOf(active, readShown(userId, list, active)))
          }
        >
          Save for me only
        </MenuItem>
      )}
      {isEdited && (
        <MenuItem icon={<Undo2Icon size={16} />} onSelect={() => open(active)}>
          Discard changes
        </MenuItem>
      )}
      {(layer.query !== '' || layer.columns) && (
        <MenuItem icon={<EraserIcon size={16} />} onSelect={() => void removeLayer()}>
          Remove what is mine only
        </MenuItem>
      )}
      {mayChange && (
        <MenuItem icon={<PencilIcon size={16} />} onSelect={() => onForm('edit')}>
          Name, sharing, delete…
        </MenuItem>
      )}
      <MenuChoice
        isChosen={layer.isStart}
        onChoose={() =>
          void store(layer.isStart ? 'Start page removed' : 'This view opens first', () =>
            putViewLayer(active, { ...layer, isStart: !layer.isStart }),
          )
        }
      >
        Start page
      </MenuChoice>
      <hr className="menu-separator" />
    </>
  )
}

interface ActiveViewProps extends Pick<ViewsMenuProps, 'list' | 'onForm'> {
  active: SavedView
  isEdited: boolean
}

/** Whether the filters, the order or the columns differ from those of the open view. */
function useIsEdited(list: ViewList, active: SavedView | null): boolean {
  const search = usePageSearch()
  const key = columnsKey(useUserId(), list, active)
  const columns = useSyncExternalStore(subscribeToColumnSettings, () => readColumnSettings(key))
  return active !== null && (columns !== null || isQueryEdited(active, search.toString()))
}
