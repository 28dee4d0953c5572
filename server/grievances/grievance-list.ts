import { sql } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { listNewestPositions } from '#server/platform/database/pages/newest-query.ts'
import { getRevisionTag } from '#server/platform/database/revision.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { getGrievances } from './grievance-repository.ts'
import { toGrievance } from './grievance-wire.ts'

const GRIEVANCES = { table: 'grievances', where: sql`1 = 1` } as const

/** The whole list, newest first. */
export function makeGrievanceSource({ db }: Pick<AppDeps, 'db'>): ListSource {
  return {
    key: 'grievances',
    readState: async () => ({ etag: await getRevisionTag(db, 'all'), meta: null }),
    listPositions: (range, most) => listNewestPositions(db, GRIEVANCES, range, most),
    async readRows(range) {
      const positions = await listNewestPositions(db, GRIEVANCES, range)
      const rows = await getGrievances(
        db,
        positions.map(({ id }) => id),
      )
      return rows.map(toGrievance)
    },
  }
}
