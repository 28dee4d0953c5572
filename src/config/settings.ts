/** The API's origin: `VITE_API_HOST` at build time, otherwise empty for the app's own origin. */
export const API_ORIGIN: string = (import.meta.env['VITE_API_HOST'] ?? '').replace(/\/$/, '')

export const API_BASE = `${API_ORIGIN}/api`

/** Resolves a path in an API answer against the API's origin. Returns an absolute URL or null unchanged. */
export function onApiHost(url: string | null): string | null {
  return url?.startsWith('/') ? `${API_ORIGIN}${url}` : url
}
