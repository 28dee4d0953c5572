import { expect, test } from 'vitest'
import { labelDevice } from '#server/accounts/people/device-label.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'
const cases: [string | undefined, string][] = [
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64) ${CHROME} Safari/537.36 Edg/126.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome on ChromeOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Firefox/127.0', 'Firefox on Mac'],
  ['curl/8.5.0', 'Unknown device'],
  [undefined, 'Unknown device'],
]

test.each(cases)('the User-Agent %s is labelled %s', (userAgent, label) => {
  expect(labelDevice(userAgent)).toBe(label)
})
