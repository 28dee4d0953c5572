import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { ViewList } from '#src/domain/saved-view/view-list.ts'
import { columnsOfView, useSavedViews } from '#src/query-cache/use-saved-views.ts'
import { useSession } from '#src/session/use-session.ts'
import { usePageSearch } from '#src/ui/address/page-search.ts'
import { Notice } from '#src/ui/layout/notice.tsx'
import { NO_COLUMN_SETTINGS } from '#src/ui/table/columns/column-settings-store.ts'
import { TableViewContext } from '#src/ui/table/table-view.ts'
import { ViewsMenu } from './views-menu.tsx'
import './views.css'

const ViewForm = lazy(async () => ({ default: (await import('./view-form.tsx')).ViewForm }))

/** Gives a list its saved views: a menu in its toolbar, and the columns of the view that the address names. */
export function ListViews({ list, children }: ListViewsProps) {
  const session = useSession()
  // A bare backend has no calls for views.
  return session?.takesKeys ? <Provided list={list}>{children}</Provided> : children
}

function Provided({ list, children }: ListViewsProps) {
  const { value: all, failure } = useSavedViews()
  const viewId = usePageSearch().get('view')
  const [form, setForm] = useState<'new' | 'edit' | null>(null)
  const views = useMemo(() => all?.filter((view) => view.list === list), [all, list])
  const active = views?.find(({ id }) => id === viewId) ?? null
  const columns = (active && columnsOfView(active)) ?? NO_COLUMN_SETTINGS
  const provided = useMemo(
    () => ({
      active: active && { id: active.id, columns },
      menu: <ViewsMenu list={list} views={views ?? []} active={active} onForm={setForm} />,
    }),
    [active, columns, list, views],
  )
  return (
    <TableViewContext value={provided}>
      {viewId && !active && (views || failure) && (
        <Notice tone="caution">
          {views
            ? 'This view is not available: it was deleted, is no longer shared, or your role may not see it. The filters of the address apply.'
            : 'The saved views cannot be loaded now. The filters of the address apply.'}
        </Notice>
      )}
      {children}
      {form && (
        <Suspense fallback={null}>
          <ViewForm
            list={list}
            active={active}
            view={form === 'edit' ? active : null}
            onClose={() => setForm(null)}
          />
        </Suspense>
      )}
    </TableViewContext>
  )
}

interface ListViewsProps {
  list: ViewList
  children: ReactNode
}
