import * as v from 'valibot'
import { bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'

const NOT_A_LISTING = 'Send the id of the listing: 24 hexadecimal characters.'
const NOT_A_DEVICE = 'Send a random number of the device: 16 to 64 letters, digits, - or _.'

export const ViewSchema = v.object({
  listing: v.pipe(v.string(NOT_A_LISTING), v.regex(/^[0-9a-f]{24}$/, NOT_A_LISTING)),
  device: v.pipe(v.string(NOT_A_DEVICE), v.regex(/^[\w-]{16,64}$/, NOT_A_DEVICE)),
})

export const viewCalls = describeCalls({
  countView: {
    group: 'Import and API',
    caller: 'anyone',
    isWrite: true,
    summary: 'Report that a page of the site shows a listing',
    notes:
      'For pages of the origins in `CORS_ORIGINS`, which send it from the browser of the visitor, as text or JSON. A device counts once for a listing and a day in India. Answers 204 whether it counts or not: an unknown listing, one that is not live, a robot and too many views from one network do not. No address is stored.',
    body: bodyOf(
      ViewSchema,
      { device: 'A number that the page makes up each day, such as a random UUID.' },
      { listing: '68b1f0a2c4d5e6f708192a40', device: '0b9d5c2e-6f1a-4e0f-9c37-2a8f4d1b7e65' },
    ),
    status: 204,
    answer: { description: 'Received.' },
  },
})
