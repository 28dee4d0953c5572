import { readFileSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import { API_DOCS_STYLE } from '#server/platform/config/app-folders.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { writeDocsPage } from './docs-page.ts'
import { openApiCalls } from './openapi-calls.ts'
import { makeOpenApiDocument } from './openapi-document.ts'

/**
 * The API description for programs and for people. It covers every described route of `app`,
 * including the routes below.
 */
export function openApiRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  let texts: ReturnType<typeof makeTexts> | undefined
  /** Creates the texts once, on the first request, because they change only with the code. */
  const getTexts = () => {
    texts ??= makeTexts(app)
    return texts
  }
  const routes = new Hono<AppEnv>()

  routes.get('/openapi.json', openApiCalls.getDescription, async (c) =>
    sendText(c, (await getTexts()).document),
  )
  routes.get('/docs', openApiCalls.readDescription, async (c) =>
    sendText(c, (await getTexts()).page),
  )
  routes.get('/docs.css', openApiCalls.getPageStyle, async (c) =>
    sendText(c, (await getTexts()).style),
  )

  return routes
}

interface FixedText {
  text: string
  type: string
  etag: string
}

async function makeTexts(app: Hono<AppEnv>) {
  const document = await makeOpenApiDocument(app)
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
