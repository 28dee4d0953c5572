import type { Kysely } from 'kysely'
import { requireRole } from '#server/accounts/guards/auth-guard.ts'
import type { SavedViewRow } from '#server/platform/database/rows/saved-view-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/platform/http/calls/version-match.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { MOST_VIEWS, type NewView, type ViewLayer } from '#src/domain/saved-view/saved-view.ts'
import { VIEW_LIST_PERMISSIONS, VIEW_LISTS } from '#src/domain/saved-view/view-list.ts'
import { may, type StaffRole } from '#src/domain/team/permission.ts'
import {
  clearStart,
  countViewsOf,
  findLayer,
  findViewRow,
  type ListedView,
  listViewRows,
  putLayerRow,
  putViewRow,
  removeView,
} from './saved-view-repository.ts'

// Saved views. The client makes the id, and storing the same content again changes nothing, so a repeated call is
// harmless. Another content needs the version that it replaces.

/** Who calls, and with which role at the moment of the write. */
export interface ViewCaller {
  userId: string
  role: StaffRole
}

interface Order {
  caller: ViewCaller
  id: string
  /** The version that the client has changed; null for a new view. */
  seen: VersionMatch | null
  now: Date
}

/** The views that the person may use. A role that may not see a list gets none of its views: their queries have names. */
export function listViewsFor(
  db: Kysely<Tables>,
  { userId, role }: ViewCaller,
): Promise<ListedView[]> {
  const lists = VIEW_LISTS.filter((list) => may(role, VIEW_LIST_PERMISSIONS[list]))
  return listViewRows(db, { userId, lists })
}

/** @throws ServerError 400, 403, 404, 409 (too many views), 412 (changed meanwhile) */
export async function putView(
  trx: Kysely<Tables>,
  { caller, id, seen, now }: Order,
  wanted: NewView,
): Promise<void> {
  requireRole(caller.role, VIEW_LIST_PERMISSIONS[wanted.list])
  if (wanted.isShared) requireRole(caller.role, 'share-views')
  const before = await findViewRow(trx, id)
  if (before) requireChangeable(before, caller)
  else if (seen) throw noSuchView()
  else await requireRoomForView(trx, caller.userId)
  const content = toColumnsOf(wanted)
  if (before && isEqual(before, content)) return
  if (before && before.list !== wanted.list)
    throw new ServerError(400, 'invalid-input', 'A view stays with its list.')
  if (before) requireSeen(seen, before.version)
  await putViewRow(trx, {
    ...content,
    id,
    user_id: before?.user_id ?? caller.userId,
    version: (before?.version ?? 0) + 1,
    updated_at: now.toISOString(),
  })
}

/** Succeeds if there is no such view. @throws ServerError 403, 404, 412 */
export async function deleteView(
  trx: Kysely<Tables>,
  { caller, id, seen }: Omit<Order, 'now'>,
): Promise<void> {
  const view = await findViewRow(trx, id)
  if (!view) return
  requireChangeable(view, caller)
  if (!isVersionMatch(seen, view.version)) throw changedMeanwhile()
  await removeView(trx, id)
}

/** Stores the person's own layer over a view. @throws ServerError 404, 412 */
export async function putLayer(
  trx: Kysely<Tables>,
  { caller, id, seen, now }: Order,
  wanted: ViewLayer,
): Promise<void> {
  const view = await findViewRow(trx, id)
  if (!view || !isVisible(view, caller)) throw noSuchView()
  const { userId } = caller
  const before = await findLayer(trx, { userId, viewId: id })
  const { query, columns, isStart } = wanted
  const content = { query, columns: toText(columns), is_start: isStart ? 1 : 0 }
  if (before && isEqual(before, content)) return
  if (before) requireSeen(seen, before.version)
  if (isStart) await clearStart(trx, userId)
  await putLayerRow(trx, {
    ...content,
    user_id: userId,
    view_id: id,
    version: (before?.version ?? 0) + 1,
    updated_at: now.toISOString(),
  })
}

function isVisible(view: SavedViewRow, { userId, role }: ViewCaller): boolean {
  const isTheirs = view.user_id === userId || view.is_shared === 1
  return isTheirs && may(role, VIEW_LIST_PERMISSIONS[view.list])
}

/** A private view belongs to its maker; a shared one to its maker and to all who may share. */
function requireChangeable(view: SavedViewRow, caller: ViewCaller): void {
  if (!isVisible(view, caller)) throw noSuchView()
  if (view.user_id !== caller.userId) requireRole(caller.role, 'share-views')
}

async function requireRoomForView(trx: Kysely<Tables>, userId: string): Promise<void> {
  if ((await countViewsOf(trx, userId)) < MOST_VIEWS) return
  throw new ServerError(
    409,
    'too-many-views',
    `You have ${MOST_VIEWS} views, which is the most. Delete one that you no longer use.`,
  )
}

function requireSeen(seen: VersionMatch | null, version: number): void {
  if (!seen || !isVersionMatch(seen, version)) throw changedMeanwhile()
}

function changedMeanwhile(): ServerError {
  return new ServerError(
    412,
    'view-changed',
    'This view was changed on another device meanwhile. It is shown as it is now; change it again.',
  )
}

function noSuchView(): ServerError {
  return new ServerError(404, 'not-found', 'There is no such view, or it is not shared with you.')
}

function toColumnsOf({ list, name, query, columns, isShared }: NewView) {
  return { list, name, query, columns: toText(columns), is_shared: isShared ? 1 : 0 }
}

function toText(columns: NewView['columns']): string | null {
  return columns && JSON.stringify(columns)
}

function isEqual<Content extends object>(row: Content, content: Partial<Content>): boolean {
  return Object.entries(content).every(([name, value]) => row[name as keyof Content] === value) // a name of `content`
}
