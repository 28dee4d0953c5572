// The part of the WebDriver protocol that the tests use: https://www.w3.org/TR/webdriver2/#endpoints

export type WebDriverSession = Awaited<ReturnType<typeof openSession>>
export type Method = 'GET' | 'POST' | 'DELETE'

const CALL_MS = 60_000 // longer than the script timeout, so that the driver reports a slow script first

export async function openSession(driverUrl: string, wanted: object) {
  const body = { capabilities: { alwaysMatch: wanted } }
  const { sessionId, capabilities } = (await send('POST', `${driverUrl}/session`, body)) as {
    sessionId: string
    capabilities: { browserName: string; browserVersion: string }
  } // section 8.1 of the standard
  return {
    capabilities,
    /** @throws with the driver's error code and message */
    call: (method: Method, path: string, sent?: object) =>
      send(method, `${driverUrl}/session/${sessionId}${path}`, sent),
  }
}

/** Whether the driver accepts calls already. */
export function isReady(driverUrl: string): Promise<boolean> {
  // The port opens a moment after the process starts.
  return send('GET', `${driverUrl}/status`).then(
    () => true,
    () => false,
  )
}

async function send(method: Method, url: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(CALL_MS),
  })
  const { value } = (await answer.json()) as { value: unknown } // every answer of the protocol has `value`
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string } // section 6.6
  throw new Error(`WebDriver ${error}: ${message}`)
}
