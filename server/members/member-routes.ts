import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import type { HistoryAnswer } from '#server/audit/audit-wire.ts'
import { toRupees } from '#server/money-on-wire.ts'
import { ServerError } from '#server/server-error.ts'
import { sendTagged, tagOf } from '#server/tagged-answer.ts'
import { findMemberHistory } from './member-history-service.ts'
import { listMembers } from './member-repository.ts'
import type { MemberWire } from './member-wire.ts'

export function memberRoutes({ db, clock }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/users', async (c) => {
    const members = await listMembers(db, clock().toISOString())
    const data = members.map(
      (member): MemberWire => ({
        _id: member.id,
        fullName: member.fullName,
        profilePicture: member.pictureUrl,
        createdAt: member.createdAt,
        phoneNumber: member.phoneNumber,
        email: member.email,
        posted: { sell: member.sell ?? 0, rent: member.rent ?? 0, auction: member.auction ?? 0 },
        boosted: member.boosted ?? 0,
        totalSpending: toRupees(member.spentPaise ?? 0),
      }),
    )
    const body = JSON.stringify({ success: true, data })
    // Boosts run out without a write, so the tag is of the answer itself.
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.get('/users/:id/history', async (c) => {
    const data = await findMemberHistory(db, c.req.param('id'))
    if (!data) throw new ServerError(404, 'not-found', 'This user does not exist.')
    return c.json({ success: true, data } satisfies HistoryAnswer)
  })

  return routes
}
