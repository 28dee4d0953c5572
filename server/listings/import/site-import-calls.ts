import * as v from 'valibot'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { ImportItemSchema, MAX_ITEMS } from '#src/domain/import/import-item.ts'
import { boundedList } from '#src/domain/wire.ts'
import { ITEM_EXAMPLE, ItemResultSchema, RESULTS_EXAMPLE } from './site-import-wire.ts'

/** The documented body. The server also accepts a list with invalid items, and refuses only those items. */
const DescribedBody = v.object({
  listings: boundedList(ImportItemSchema, MAX_ITEMS, {
    notAList: 'Send the listings as a list.',
    tooMany: `Send at most ${MAX_ITEMS} listings at once.`,
  }),
})

export const listingImportCalls = describeCalls({
  importListings: {
    isWrite: true,
    group: 'Import and API',
    caller: 'site',
    summary: 'Create and update listings by the references of the site',
    notes: `Up to ${MAX_ITEMS} listings and 2 MB a call. Needs an API key with the scope \`listings:import\`, sent as \`Authorization: Bearer <key>\`. The server fetches \`photos\` and \`video\` from their addresses, and until then, for up to two hours, the listing waits. New listings, and changes of the deal, kind, place, area, title, description, photos or video, go to review; price, rent, bid and dates apply at once. Repeat a call without an answer: what is there already is \`unchanged\`. Being sent also renews a listing. A reference that a call has more than once is refused each time. The answer is a list in the order of the call.`,
    body: bodyOf(
      DescribedBody,
      {
        listings:
          'Fields that are left out are empty. `media` must be empty: `photos` has up to 20 addresses, `video` one.',
      },
      { listings: [ITEM_EXAMPLE] },
    ),
    answer: answerOf('A result for each listing.', v.array(ItemResultSchema), RESULTS_EXAMPLE),
    refusals: ['not-verified'],
  },
})
