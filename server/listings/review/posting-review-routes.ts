import { Hono } from 'hono'
import { getRole, requirePermission } from '#server/accounts/guards/auth-guard.ts'
import { findState } from '#server/listings/changes/listing-state-service.ts'
import { DRAFT_EXAMPLE } from '#server/listings/content/posting-examples.ts'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import { LISTING_MEDIA_EXAMPLE } from '#server/listings/media/listing-media-wire.ts'
import { findEarlierReason } from '#server/notices/messages/message-decision-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { fieldSetOf } from '#src/domain/team/permission.ts'
import { listApartRows } from './group/duplicate-repository.ts'
import { findGroup } from './group/group-service.ts'
import { GROUP_EXAMPLE, toWireGroup } from './group/group-wire.ts'
import { listChecks } from './hints/check-service.ts'
import { CHECK_EXAMPLES } from './hints/check-wire.ts'
import { describeOwner } from './owner-record-service.ts'
import {
  filesOf,
  ReviewedPostingSchema,
  submittedOf,
  toReviewedPosting,
} from './posting-review-wire.ts'

const calls = describeCalls({
  getPosting: {
    record: 'property',
    group: 'Properties',
    caller: 'operator',
    summary: 'What the owner submitted, and what changed since the last review',
    notes: 'Withdrawn listings and drafts answer 404, as they are not on the list.',
    answer: answerOf('The submission.', envelopeWith(ReviewedPostingSchema), {
      success: true,
      data: {
        sellerState: 'posted',
        isLive: true,
        submittedAt: '2026-06-20T08:31:00.000Z',
        decidedAt: null,
        expiresAt: '2026-08-20T08:31:00.000Z',
        isResubmitted: true,
        content: { ...DRAFT_EXAMPLE, media: [LISTING_MEDIA_EXAMPLE.id] },
        media: [{ ...LISTING_MEDIA_EXAMPLE, isNew: false }],
        removedMedia: [],
        earlierReason: {
          at: '2026-06-18T09:10:00.000Z',
          label: 'Incomplete details',
          sentence:
            'Important details are missing. Fill in every field that applies to this property.',
          note: '',
          changesNeeded: true,
        },
        owner: { listings: 4, approved: 3, rejected: 1, memberSince: '2026-02-03T10:00:00.000Z' },
        changes: [{ field: 'area', label: 'Area (sq ft)', before: 890, after: 980 }],
        checks: CHECK_EXAMPLES,
        group: GROUP_EXAMPLE,
      },
    }),
  },
})

/** Shows the reviewer what the owner wrote, and the hints about it. */
export function postingReviewRoutes({ db }: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const maySee = requirePermission('see-listings')

  routes.get('/properties/:id/posting', calls.getPosting, maySee, async (c) => {
    const id = c.req.param('id')
    const own = await findState(db, id)
    if (!own?.listing) throw noSuchListing()
    const { listing } = own
    const content = submittedOf(own)
    const all = await listMedia(db, id)
    const media = filesOf(content, all)
    const fields = fieldSetOf(getRole(c), 'listings')
    const group = await findGroup(db, id)
    if (!group) throw noSuchListing()
    const grouped = new Set(group.others.map(({ advert }) => advert.row.id))
    const checks = await listChecks(db, { listing, content, media, grouped }, fields)
    const owner = await describeOwner(db, listing.owner_id)
    const earlierReason = await findEarlierReason(db, id)
    const data = {
      ...toReviewedPosting(own, { files: media, all, checks, owner, earlierReason }),
      group: toWireGroup(group, await listApartRows(db, id), fields),
    }
    return c.json({ success: true, data })
  })

  return routes
}

function noSuchListing(): ServerError {
  return new ServerError(404, 'not-found', 'This listing does not exist.')
}
