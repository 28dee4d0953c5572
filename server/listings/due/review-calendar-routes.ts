import { type Context, Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import {
  getReviewRules,
  type ReviewRules,
} from '#server/listings/changes/review-rules-repository.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { sendTagged } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { QueueOrderSchema, WorkCalendarSchema } from '#src/domain/due/work-calendar-schema.ts'
import { ChecklistSchema } from '#src/domain/visit/visit-schemas.ts'
import { reviewCalendarCalls } from './review-calendar-calls.ts'
import {
  previewCalendar,
  type RulesOrder,
  replaceCalendar,
  replaceChecklist,
  setOrder,
} from './review-calendar-service.ts'
import type { CalendarAnswer, CalendarPreview } from './review-calendar-wire.ts'

export function reviewCalendarRoutes({ db, clock }: Pick<RouteDeps, 'db' | 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get(
    '/review-rules',
    reviewCalendarCalls.findReviewCalendar,
    requirePermission('see-listings'),
    async (c) => {
      const rules = await getReviewRules(db)
      return sendTagged(c, `"${rules.version}"`, () => JSON.stringify(toAnswer(rules)))
    },
  )

  routes.post(
    '/review-rules/calendar/preview',
    reviewCalendarCalls.previewReviewCalendar,
    requirePermission('arrange-reviews'),
    async (c) => {
      const calendar = await readCalendar(c)
      // The body may have arrived slowly.
      await c.get('rights').checkAgain()
      const data = await previewCalendar(db, calendar)
      return c.json({ success: true, data } satisfies CalendarPreview)
    },
  )

  routes.put(
    '/review-rules/calendar',
    reviewCalendarCalls.replaceReviewCalendar,
    requirePermission('arrange-reviews'),
    async (c) => {
      const calendar = await readCalendar(c)
      const asked = readOrder(c, clock())
      const rules = await c.get('rights').write((trx) => replaceCalendar(trx, calendar, asked))
      return c.json(toAnswer(rules))
    },
  )

  routes.put(
    '/review-rules/order',
    reviewCalendarCalls.setReviewOrder,
    requirePermission('arrange-reviews'),
    async (c) => {
      const body = await readBody(c)
      const { order } = parseBody(body, QueueOrderSchema, 'Choose an order.')
      const asked = readOrder(c, clock())
      const rules = await c.get('rights').write((trx) => setOrder(trx, order, asked))
      return c.json(toAnswer(rules))
    },
  )

  routes.put(
    '/review-rules/checklist',
    reviewCalendarCalls.replaceChecklist,
    requirePermission('arrange-reviews'),
    async (c) => {
      const body = await readBody(c)
      const { checklist } = parseBody(body, ChecklistSchema, 'Send the whole checklist.')
      const asked = readOrder(c, clock())
      const rules = await c.get('rights').write((trx) => replaceChecklist(trx, checklist, asked))
      return c.json(toAnswer(rules))
    },
  )

  return routes
}

/** What each change of the rules comes with. @throws ServerError 400 without the version that was seen */
function readOrder(c: Context<AppEnv>, now: Date): RulesOrder {
  const seen = readIfMatch(c.req.header('If-Match'))
  if (seen) return { seen, session: c.get('session'), now }
  throw new ServerError(
    400,
    'bad-if-match',
    'Send the version of the rules that you changed as If-Match.',
  )
}

async function readCalendar(c: Context<AppEnv>) {
  return parseBody(
    await readBody(c),
    WorkCalendarSchema,
    'Send the calendar: the week and the holidays.',
  )
}

function toAnswer({ calendar, version, ...rules }: ReviewRules): CalendarAnswer {
  const { week, holidays } = calendar
  return {
    success: true,
    // The week of a calendar may be read only; the answer's may not.
    data: {
      week: structuredClone(week) as never,
      holidays: [...holidays],
      dueHours: rules.dueHours,
      order: rules.order,
      checklist: [...rules.checklist],
    },
    meta: { version: String(version) },
  }
}
