import * as v from 'valibot'
import { answerOf, textOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'

const DocumentSchema = v.looseObject({
  openapi: v.literal('3.1.0'),
  info: v.looseObject({ title: v.string(), version: v.string() }),
  paths: v.looseObject({}),
  components: v.looseObject({}),
})

export const openApiCalls = describeCalls({
  getDescription: {
    group: 'Server',
    summary: 'This description, as an OpenAPI 3.1 document',
    caller: 'anyone',
    isTagged: true,
    answer: answerOf('The document.', DocumentSchema, {
      openapi: '3.1.0',
      info: { title: 'Property marketplace', version: '1' },
      paths: {},
      components: {},
    }),
  },
  readDescription: {
    group: 'Server',
    summary: 'This description, as a page to read',
    caller: 'anyone',
    isTagged: true,
    answer: textOf('The page.', 'text/html'),
  },
  getPageStyle: {
    group: 'Server',
    summary: 'The styles of that page',
    caller: 'anyone',
    isTagged: true,
    answer: textOf('The style sheet.', 'text/css'),
  },
})
