import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { pickEncoding } from './accepted-values.ts'

const WORTH_BYTES = 1024 // compression gains nothing within one network packet
const BROTLI_QUALITY = 4 // takes half the time of gzip, and its output is smaller; the default 11 takes seconds

/**
 * Compresses responses to reads. Responses to changes are a few hundred bytes and keep their strong
 * ETags.
 */
export function compression(log: AppDeps['log']): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return
    c.header('Vary', 'Accept-Encoding', { append: true })
    if (c.req.method === 'HEAD' || c.get('isEncoded')) return
    const encoding = pickEncoding(c.req.header('Accept-Encoding'))
    if (!encoding || c.res.status !== 200 || !c.res.body) return
    const { isShort, body } = await peek(c.res.body)
    if (isShort) {
      c.res = new Response(body, c.res)
      return
    }
    const compressor =
      encoding === 'br'
        ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
        : createGzip()
    // Node's type for the same web stream is narrower than the DOM's.
    const source = Readable.fromWeb(body as NodeReadableStream)
    pipeline(source, compressor, (error) => {
      if (error) log.warn({ err: error, requestId: c.get('requestId') }, 'an answer was cut off')
    })
    c.res = new Response(Readable.toWeb(compressor) as ReadableStream<Uint8Array>, c.res)
    c.res.headers.set('Content-Encoding', encoding)
    c.res.headers.delete('Content-Length')
  }
}

/** Returns whether the body is short, judged by its first chunk, and a stream with the whole body. */
async function peek(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const first = await reader.read()
  const isShort = first.done || first.value.byteLength < WORTH_BYTES
  const whole = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.value) controller.enqueue(first.value)
      if (first.done) controller.close()
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { isShort, body: whole }
}
