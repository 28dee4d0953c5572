import { HttpResponse } from 'msw'
import type { ViewLayer } from '#src/domain/saved-view/saved-view.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import type { Responses } from '#tests/support/render-with-sync.tsx'

type Wire = Record<string, unknown> & { _id: string; version: number; layer: unknown }

/** A shared view of pending listings in Pune that another owner made. */
export function wireView(overrides: object = {}): Wire {
  return {
    _id: '65a000000000000000000031',
    list: 'property',
    name: 'Pune, waiting',
    query: 'city=Pune&status=pending',
    columns: null,
    isShared: true,
    isOwn: false,
    madeBy: 'Ravi Shah',
    version: 1,
    layer: null,
    ...overrides,
  }
}

const LISTINGS = [
  ['Flat in Kothrud', 'Pune', 'pending'],
  ['Shop in Baner', 'Pune', 'pending'],
  ['Villa in Aundh', 'Pune', 'approved'],
  ['House in Panaji', 'Goa', 'pending'],
] as const

/** Answers of the panel with views that stay as they are stored, and all bodies that were sent. */
export function scriptViews(...views: Wire[]) {
  const stored = new Map(views.map((view) => [view._id, view]))
  const sent: { path: string; version: string | null; body: unknown }[] = []

  async function put(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const [, id = '', part] = /saved-views\/(\w+)(\/layer)?$/.exec(pathname) ?? []
    const body = (await request.json()) as ViewLayer & object
    const version = request.headers.get('If-Match')
    sent.push({ path: id + (part ?? ''), version, body })
    const before = stored.get(id)
    if (part && before) {
      const layer = before.layer as { version: number } | null
      stored.set(id, { ...before, layer: { ...body, version: (layer?.version ?? 0) + 1 } })
    } else {
      const made = { ...wireView({ isOwn: true, isShared: false }), ...before, ...body }
      stored.set(id, { ...made, _id: id, version: (before?.version ?? 0) + 1 })
    }
    return HttpResponse.json({ success: true })
  }

  const listings = LISTINGS.map(([propertyName, city, status], place) =>
    wireListing({ _id: `65f1c0ffee123456789000${place}0`, propertyName, city, status }),
  )
  const responses: Responses = {
    ...panelAnswers(listings),
    'GET /admin/saved-views': () =>
      HttpResponse.json({ success: true, data: [...stored.values()] }),
    'PUT /admin/saved-views/:id': put,
    'PUT /admin/saved-views/:id/layer': put,
    'DELETE /admin/saved-views/:id': (request) => {
      stored.delete(request.url.split('/').at(-1) ?? '')
      return HttpResponse.json({ success: true })
    },
  }
  return { responses, sent, stored }
}
