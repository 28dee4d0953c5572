import { expect, test } from 'vitest'
import { findForeignHost, findForeignLink } from '#src/api/foreign-url.ts'

const FILM = 'https://films.example/hall.mp4'

test.each<[string, string | null, string | null]>([
  [FILM, 'films.example', FILM],
  [
    'https://films.example:8443/hall.mp4',
    'films.example:8443',
    'https://films.example:8443/hall.mp4',
  ],
  ['http://localhost:9/hall.mp4', 'localhost:9', null],
  ['/media/hall.mp4', null, null],
  [`${location.origin}/media/hall.mp4`, null, null],
  ['https://:', 'https://:', null],
  ['javascript:alert(1)//https://films.example', '', null],
  ['data:text/html,<script>alert(1)</script>', '', null],
])('for %s, findForeignHost returns %s and findForeignLink returns %s', (url, host, link) => {
  expect(findForeignHost(url)).toBe(host)
  expect(findForeignLink(url)).toBe(link)
})

test('findForeignLink returns null for a missing URL', () => {
  expect(findForeignLink(null)).toBeNull()
})
