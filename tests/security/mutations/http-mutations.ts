import type { Mutation } from '#tests/security/mutation.ts'

/** V4 and V5. */
export const HTTP_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['4.1.1'],
    file: 'server/media/media-type.ts',
    find: "['video/mp4', /^ftyp(",
    replace: "['text/html', /^ftyp(",
    red: [
      'server/media/media-routes.test.ts › a video goes out whole with everything a player wants to know',
    ],
  },
  {
    ids: ['4.1.3'],
    file: 'server/http/client-address.ts',
    find: 'isTrusted(peer, trusted) ? findForwarded(c, peer, trusted) : peer',
    replace: 'findForwarded(c, peer, trusted)',
    red: [
      "server/http/client-address.test.ts › a stranger's word about its own address counts for nothing",
    ],
  },
  {
    ids: ['4.1.3'],
    file: 'server/http/client-address.ts',
    find: 'isTrusted(peer, trusted) ? findForwarded(c, peer, trusted) : peer',
    replace: 'peer',
    red: [
      'server/limits/flood-guard.test.ts › behind a trusted proxy each client is counted for itself',
    ],
  },
  {
    ids: ['4.2.1'],
    file: 'server/http/http-server.ts',
    find: 'refuseAmbiguous(getRequestListener(fetch))',
    replace: 'getRequestListener(fetch)',
    red: [
      'server/hostile-http.test.ts › chunks in the name of HTTP/1.0 are refused, and nothing behind them is served',
    ],
  },
  {
    ids: ['4.2.1'],
    file: 'server/http/http-server.ts',
    find: 'insecureHTTPParser: false',
    replace: 'insecureHTTPParser: true',
    red: [
      'server/hostile-http.test.ts › a request whose end can be read in two ways is refused, and nothing behind it is served',
    ],
  },
  {
    ids: ['4.4.1', '4.4.2', '4.4.3', '4.4.4'],
    file: 'server/http/http-server.ts',
    find: `  server.setTimeout(limits.stillMs)\n`,
    replace: `  server.setTimeout(limits.stillMs)\n  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n'))\n`,
    red: ['server/hostile-http.test.ts › an upgrade to another protocol is not made'],
  },
  {
    ids: ['5.2.2'],
    file: 'server/media/media-type.ts',
    find: 'return found?.[0] ?? null',
    replace: "return found?.[0] ?? 'text/html'",
    red: [
      'server/media/media-routes.test.ts › the first bytes decide what a file is served as, and whether it is',
    ],
  },
  {
    ids: ['5.3.1'],
    file: 'server/http/http-headers.ts',
    find: `"default-src 'none'; sandbox"`,
    replace: `"default-src 'self'"`,
    red: [
      'server/media/media-routes.test.ts › no answer can run anything in the origin of the app',
    ],
  },
  {
    ids: ['5.3.2'],
    file: 'server/http/files/file-answer.ts',
    find: "part.startsWith('.')",
    replace: "part === '..'",
    red: [
      'server/media/media-routes.test.ts › nothing outside the media folders can be reached, and nothing hidden',
      'server/http/files/static-files.test.ts › has no way out of its folder',
    ],
  },
  {
    ids: ['5.3.2'],
    file: 'server/http/files/file-answer.ts',
    find: '|| /[/\\\\\\0]/.test(part)',
    replace: '',
    red: ['server/hostile-http.test.ts › lines that are not HTTP as it should be'],
  },
  {
    ids: ['5.3.2'],
    file: 'server/media/media-file.ts',
    find: `  if (!real.startsWith(root + sep)) return false\n`,
    replace: '',
    red: ['server/media/media-routes.test.ts › a symbolic link is followed inside its folder only'],
  },
  {
    ids: ['5.3.2'],
    file: 'server/media/media-file.ts',
    find: 'read: (range) => handle.createReadStream(range)',
    replace: 'read: (range) => createReadStream(path, range)',
    red: [
      'server/media/media-file.test.ts › the file that was checked is the one that is sent, whatever takes its place meanwhile',
    ],
  },
  {
    ids: ['5.3.2'],
    file: 'server/media/media-file.ts',
    find: 'return there.dev === dev && there.ino === ino',
    replace: 'return there.isFile() && dev + ino > 0',
    red: [
      'server/media/media-file.test.ts › a folder that becomes a link while it is read leads nowhere else',
    ],
  },
]
