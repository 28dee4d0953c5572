import type { Kysely } from 'kysely'
import type {
  SavedViewLayerRow,
  SavedViewRow,
} from '#server/platform/database/rows/saved-view-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ViewList } from '#src/domain/saved-view/view-list.ts'

/** The views of these lists that the person made or that are shared, by name, each with the person's layer. */
export function listViewRows(
  db: Kysely<Tables>,
  { userId, lists }: { userId: string; lists: readonly ViewList[] },
) {
  return db
    .selectFrom('saved_views as view')
    .innerJoin('users as maker', 'maker.id', 'view.user_id')
    .leftJoin('saved_view_layers as layer', (join) =>
      join.onRef('layer.view_id', '=', 'view.id').on('layer.user_id', '=', userId),
    )
    .selectAll('view')
    .select([
      'maker.full_name as madeBy',
      'layer.query as layerQuery',
      'layer.columns as layerColumns',
      'layer.is_start as layerStart',
      'layer.version as layerVersion',
    ])
    .where('view.list', 'in', lists.length > 0 ? lists : [NO_LIST])
    .where((eb) => eb.or([eb('view.user_id', '=', userId), eb('view.is_shared', '=', 1)]))
    .orderBy('view.name')
    .orderBy('view.id')
    .execute()
}
export type ListedView = Awaited<ReturnType<typeof listViewRows>>[number]

const NO_LIST = '' as ViewList // matches nothing: SQL has no empty `in`

export function findViewRow(db: Kysely<Tables>, id: string): Promise<SavedViewRow | undefined> {
  return db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countViewsOf(db: Kysely<Tables>, userId: string): Promise<number> {
  const { views } = await db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('views'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(views)
}

/** Inserts a view, or replaces the one with this id. */
export async function putViewRow(trx: Kysely<Tables>, row: SavedViewRow): Promise<void> {
  const { id, ...content } = row
  await trx
    .insertInto('saved_views')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
    .execute()
}

/** Deletes a view and, by their reference, all layers over it. */
export async function removeView(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute()
}

export function findLayer(
  db: Kysely<Tables>,
  { userId, viewId }: { userId: string; viewId: string },
): Promise<SavedViewLayerRow | undefined> {
  return db
    .selectFrom('saved_view_layers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .executeTakeFirst()
}

export async function putLayerRow(trx: Kysely<Tables>, row: SavedViewLayerRow): Promise<void> {
  const { user_id: _, view_id: __, ...content } = row
  await trx
    .insertInto('saved_view_layers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'view_id']).doUpdateSet(content))
    .execute()
}

/** No view of the person opens first any more. */
export async function clearStart(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx
    .updateTable('saved_view_layers')
    .set(({ eb }) => ({ is_start: 0, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('is_start', '=', 1)
    .execute()
}
