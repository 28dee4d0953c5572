import { AxiosError, type AxiosResponse } from 'axios'

/** `name` is in lower case. */
export function headerOf(response: AxiosResponse<unknown>, name: string): string | null {
  const value: unknown = response.headers[name]
  return typeof value === 'string' ? value : null
}

/** Replaces a streamed error body with its JSON, or with undefined if it is not JSON. */
export async function withJson(error: unknown): Promise<unknown> {
  if (!(error instanceof AxiosError) || !(error.response?.data instanceof ReadableStream))
    return error
  error.response.data = await new Response(error.response.data).json().catch(() => undefined)
  return error
}
