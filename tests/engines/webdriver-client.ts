// The part of the WebDriver protocol that the tests use: https://www.w3.org/TR/webdriver2/#endpoints

export interface WebDriverSession {
  capabilities: { browserName: string; browserVersion: string }
  /** @throws with the driver's error code and message */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
}

const CALL_MS = 60_000 // longer than the script timeout, so that the driver reports a slow script first

export async function openSession(driverUrl: string, capabilities: object) {
  const { sessionId, ...opened } = (await send('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string } & Pick<WebDriverSession, 'capabilities'> // section 8.1 of the standard
  const session: WebDriverSession = {
    ...opened,
    call: (method, path, body) => send(method, `${driverUrl}/session/${sessionId}${path}`, body),
  }
  return session
}

/** Whether the driver accepts calls already. */
export async function isReady(driverUrl: string): Promise<boolean> {
  try {
    await send('GET', `${driverUrl}/status`)
    return true
  } catch {
    return false // the port opens a moment after the process starts
  }
}

async function send(method: string, url: string, body: object = {}): Promise<unknown> {
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
