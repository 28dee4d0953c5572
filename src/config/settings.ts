/** The API's host: `VITE_API_HOST` at build, else the app's own origin. */
export const API_ORIGIN: string = (import.meta.env['VITE_API_HOST'] ?? '').replace(/\/$/, '')

export const API_BASE = `${API_ORIGIN}/api`

/** Where a path that the API names is found: on the API's host, which need not be the app's. */
export function onApiHost(address: string | null): string | null {
  return address?.startsWith('/') ? `${API_ORIGIN}${address}` : address
}
