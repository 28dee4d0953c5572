import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readLink } from '#src/api/account/link-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { LinkInfo, LinkKind } from '#src/domain/account/account-link.ts'
import { connectionSentence } from '#src/features/auth/auth-alert.tsx'
import { useAuthPageServices } from '#src/features/auth/auth-page-context.ts'

/** A link that was opened. Until the server answers, `info` and `problem` are both null. */
export interface OpenedLink {
  token: string
  info: LinkInfo | null
  /** Why the form cannot be shown. */
  problem: string | null
  /** Sends the request again; null during a request, and if repeating it would not help. */
  retry: (() => void) | null
}

/** Reads the link's token from this page's URL, and the link's account from the server. Does not use up the link. */
export function useAccountLink(kind: LinkKind): OpenedLink {
  const token = useFragmentToken()
  const { loadApi } = useAuthPageServices()
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const request = `${tries} ${token}`

  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<Omit<Answer, 'request'>> {
      try {
        await loadApi() // also configures the API client for `readLink`
        return { info: await readLink(kind, token), problem: null, mayRetry: false }
      } catch (error) {
        return { info: null, ...describe(error) }
      }
    }
    if (token !== '') void read().then((found) => isCurrent && setAnswer({ ...found, request }))
    return () => {
      isCurrent = false
    }
  }, [kind, token, request, loadApi])

  if (token === '') return { token, info: null, problem: NO_TOKEN, retry: null }
  if (answer?.request !== request) return { token, info: null, problem: null, retry: null }
  const { info, problem, mayRetry } = answer
  return { token, info, problem, retry: mayRetry ? () => setTries(tries + 1) : null }
}

const NO_TOKEN = 'Open the link from the e-mail again.'

interface Answer {
  request: string
  info: LinkInfo | null
  problem: string | null
  mayRetry: boolean
}

function describe(error: unknown): Pick<Answer, 'problem' | 'mayRetry'> {
  if (error instanceof ApiError && error.kind !== 'no-answer')
    return { problem: error.serverMessage ?? 'This link cannot be used here.', mayRetry: false }
  if (!(error instanceof ApiError)) console.error('A link could not be read.', error)
  return { problem: connectionSentence('Opening a link'), mayRetry: true }
}

/**
 * The token in the fragment of the URL. It is removed from the address bar at once: people share and photograph URLs,
 * and browsers keep them in their history. The token is kept in memory only, because the next person on this device
 * could read storage. A reload loses the token, but the link in the mail still works: opening it does not use it up.
 */
function useFragmentToken(): string {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(hash.slice(1))
  // Another link was opened in this tab.
  if (hash !== '' && hash.slice(1) !== token) setToken(hash.slice(1))

  useEffect(() => {
    if (hash !== '') navigate({ hash: '' }, { replace: true })
  }, [hash, navigate])

  return token
}
