import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { ROLE_VERSION_HEADER } from '#src/domain/wire.ts'
import { isHttps } from './client-address.ts'
import { ASSETS } from './files/static-files.ts'

type HeaderSettings = AppDeps['settings']

const CORS_MAX_AGE_S = 600 // the maximum in WebKit
const HSTS = 'max-age=63072000' // two years, as the preload list recommends

/** For responses that are not pages: allows nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * For the worker that decodes HEIC: it compiles WebAssembly and fetches it from here. A worker has the policy of its own
 * file, so no page may compile WebAssembly.
 */
const DECODER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
const DECODER = /^\/assets\/heic-worker-[^/]+\.js$/

/**
 * Isolates a media file opened as a page: it runs no code and has an opaque origin instead of the
 * app's.
 */
const MEDIA_POLICY = "default-src 'none'; sandbox"

/**
 * Security headers of every response (ASVS 3.4). JSON answers and the files of a page omit the headers that only concern
 * pages: for the fifteen files of a first visit, these headers would be 7 kB.
 */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler<AppEnv> {
  const always = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }
  const forData = { ...always, 'Content-Security-Policy': DATA_POLICY }
  const forDecoder = { ...always, 'Content-Security-Policy': DECODER_POLICY }
  const forMedia = { ...always, 'Content-Security-Policy': MEDIA_POLICY, 'X-Frame-Options': 'DENY' }
  const forPages = {
    ...always,
    'Content-Security-Policy': makePolicy(settings),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    'X-Frame-Options': 'DENY',
  }
  const hsts = settings.hstsSubdomains === 'on' ? `${HSTS}; includeSubDomains` : HSTS
  return async (c, next) => {
    await next()
    const isMedia = /^\/media(\/|$)/.test(c.req.path)
    const isJson = c.res.headers.get('Content-Type')?.startsWith('application/json')
    const isData = isJson || c.req.path.startsWith(`/${ASSETS}/`)
    const forAssets = DECODER.test(c.req.path) ? forDecoder : forData
    const fixed = isMedia ? forMedia : isData ? forAssets : forPages
    for (const [name, value] of Object.entries(fixed)) c.header(name, value)
    const isShared = isMedia && settings.corsOrigins.length > 0
    c.header('Cross-Origin-Resource-Policy', isShared ? 'cross-origin' : 'same-origin')
    if (isHttps(c, settings.trustedProxies)) c.header('Strict-Transport-Security', hsts)
  }
}

/** Lets pages of the configured origins, and no others, read responses. */
export function crossOrigin(settings: HeaderSettings): MiddlewareHandler<AppEnv> {
  return cors({
    origin: [...settings.corsOrigins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Range',
      'Tus-Resumable',
      'Upload-Length',
      'Upload-Offset',
    ],
    exposeHeaders: [
      'ETag',
      'Retry-After',
      'Idempotency-Key',
      'Idempotency-Replayed',
      'Content-Range',
      'Location',
      'Upload-Length',
      'Upload-Offset',
      'X-Request-Id',
      ROLE_VERSION_HEADER,
    ],
    maxAge: CORS_MAX_AGE_S,
  })
}

function makePolicy({ apiOrigin, mediaHosts }: HeaderSettings): string {
  const own = apiOrigin ? ["'self'", apiOrigin] : ["'self'"]
  const media = [...own, ...mediaHosts].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    `connect-src ${own.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // The app handles forms in code. Input typed before the code has loaded must not be sent
    // anywhere.
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
