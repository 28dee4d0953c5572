import { readFileSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { API_CALLS, API_RECORDS } from '#server/api-calls.ts'
import type { AppEnv } from '#server/app-env.ts'
import { API_DOCS_STYLE } from '#server/app-folders.ts'
import { sendTagged, tagOf } from '#server/tagged-answer.ts'
import { writeDocsPage } from './docs-page.ts'
import { makeOpenApiDocument } from './openapi-document.ts'

/** What the API tells about itself, to programs and to people. */
export function openApiRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/openapi.json', async (c) => sendText(c, (await getTexts()).document))
  routes.get('/docs', async (c) => sendText(c, (await getTexts()).page))
  routes.get('/docs.css', async (c) => sendText(c, (await getTexts()).style))

  return routes
}

interface FixedText {
  text: string
  type: string
  etag: string
}

let texts: ReturnType<typeof makeTexts> | undefined

/** Made when they are first asked for, and once: they change with the code alone. */
function getTexts() {
  texts ??= makeTexts()
  return texts
}

async function makeTexts() {
  const document = makeOpenApiDocument(API_CALLS, API_RECORDS)
  return {
    document: makeText(JSON.stringify(document), 'application/json'),
    page: makeText(await writeDocsPage(document), 'text/html; charset=utf-8'),
    style: makeText(readFileSync(API_DOCS_STYLE, 'utf8'), 'text/css; charset=utf-8'),
  }
}

function makeText(text: string, type: string): FixedText {
  return { text, type, etag: tagOf(text) }
}

async function sendText(c: Context<AppEnv>, { text, type, etag }: FixedText): Promise<Response> {
  const answer = await sendTagged(c, etag, () => text)
  if (answer.status === 200) answer.headers.set('Content-Type', type)
  return answer
}
