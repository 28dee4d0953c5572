/** The API's origin: `VITE_API_HOST` at build time, otherwise empty for the app's own origin. */
export const API_ORIGIN: string = (import.meta.env['VITE_API_HOST'] ?? '').replace(/\/$/, '')

export const API_BASE = `${API_ORIGIN}/api`

/** Resolves a path from the API against the API's host, which may differ from the app's. */
export function onApiHost(address: string | null): string | null {
  return address?.startsWith('/') ? `${API_ORIGIN}${address}` : address
}
