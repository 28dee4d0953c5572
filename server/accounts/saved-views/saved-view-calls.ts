import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { NewViewSchema, ViewLayerSchema } from '#src/domain/saved-view/saved-view.ts'
import { SAVED_VIEWS_EXAMPLE, SavedViewListSchema } from './saved-view-wire.ts'

const [EXAMPLE] = SAVED_VIEWS_EXAMPLE.data
const DONE = answerOf('It is stored.', YesSchema, { success: true })
const COLUMNS = "Differences from the table's own columns; null for none."

export const savedViewCalls = describeCalls({
  listSavedViews: {
    group: 'Panel',
    summary: "The caller's saved views and the shared ones",
    notes: 'Without the views of lists that the role may not see.',
    caller: 'operator',
    isTagged: true,
    answer: answerOf('The views by name.', SavedViewListSchema, SAVED_VIEWS_EXAMPLE),
  },
  putSavedView: {
    isWrite: true,
    group: 'Panel',
    record: 'view',
    summary: 'Store a view, or change one',
    notes:
      'The client makes the id of a new view. A change needs the `version` that it replaces as If-Match; storing the same content again succeeds without it. Owners share views, and change shared ones.',
    caller: 'operator',
    body: bodyOf(
      NewViewSchema,
      { query: 'Filters, search and order, as in the address of the list.', columns: COLUMNS },
      {
        list: 'property',
        name: EXAMPLE?.name ?? '',
        query: EXAMPLE?.query ?? '',
        columns: null,
        isShared: false,
      },
    ),
    answer: DONE,
    refusals: ['bad-if-match', 'not-allowed', 'too-many-views', 'view-changed'],
  },
  deleteSavedView: {
    isWrite: true,
    group: 'Panel',
    record: 'view',
    summary: 'Delete a view and all layers over it',
    notes: 'Succeeds if there is no such view. With If-Match, only the version that it names.',
    caller: 'operator',
    answer: answerOf('It is gone.', YesSchema, { success: true }),
    refusals: ['bad-if-match', 'not-allowed', 'view-changed'],
  },
  putSavedViewLayer: {
    isWrite: true,
    group: 'Panel',
    record: 'view',
    summary: "Store the caller's own layer over a view",
    notes:
      'Nobody else sees it. A change needs the `version` of the layer that it replaces as If-Match. One view of a person is the start page: `isStart` takes it from the others.',
    caller: 'operator',
    body: bodyOf(
      ViewLayerSchema,
      {
        query: "Replaces parts of the view's query: an empty value removes one.",
        columns: COLUMNS,
      },
      { query: 'video=yes', columns: null, isStart: true },
    ),
    answer: DONE,
    refusals: ['bad-if-match', 'view-changed'],
  },
})
