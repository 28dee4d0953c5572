import type { Mutation } from '#tests/security/mutation.ts'

/** V4 and V5. */
export const HTTP_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['4.1.1'],
    file: 'server/media/media-type.ts',
    find: "['video/mp4', /^ftyp(",
    replace: "['text/html', /^ftyp(",
    red: [
      'server/media/media-routes.test.ts › a video is sent with the headers that a player needs',
    ],
  },
  {
    ids: ['4.1.3'],
    file: 'server/http/client-address.ts',
    find: 'isTrusted(peer, trusted) ? findForwarded(c, peer, trusted) : peer',
    replace: 'findForwarded(c, peer, trusted)',
    red: ['server/http/client-address.test.ts › ignores X-Forwarded-For from an untrusted sender'],
  },
  {
    ids: ['4.1.3'],
    file: 'server/http/client-address.ts',
    find: 'isTrusted(peer, trusted) ? findForwarded(c, peer, trusted) : peer',
    replace: 'peer',
    red: [
      'server/limits/flood-guard.test.ts › behind a trusted proxy, each client has its own limit',
    ],
  },
  {
    ids: ['4.2.1'],
    file: 'server/http/http-server.ts',
    find: 'refuseAmbiguous(getRequestListener(fetch))',
    replace: 'getRequestListener(fetch)',
    red: [
      'server/hostile-http.test.ts › chunks in HTTP/1.0 are refused, and nothing after them is served',
    ],
  },
  {
    ids: ['4.2.1'],
    file: 'server/http/http-server.ts',
    find: 'insecureHTTPParser: false',
    replace: 'insecureHTTPParser: true',
    red: [
      'server/hostile-http.test.ts › a request with an ambiguous end is refused, and nothing after it is served',
    ],
  },
  {
    ids: ['4.4.1', '4.4.2', '4.4.3', '4.4.4'],
    file: 'server/http/http-server.ts',
    find: `  server.setTimeout(limits.stillMs)\n`,
    replace: `  server.setTimeout(limits.stillMs)\n  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n'))\n`,
    red: ['server/hostile-http.test.ts › does not upgrade to another protocol'],
  },
  {
    ids: ['5.2.2'],
    file: 'server/media/media-type.ts',
    find: 'return found?.[0] ?? null',
    replace: "return found?.[0] ?? 'text/html'",
    red: [
      'server/media/media-routes.test.ts › the first bytes determine the type of a file, and whether it is served',
    ],
  },
  {
    ids: ['5.3.1'],
    file: 'server/http/http-headers.ts',
    find: `"default-src 'none'; sandbox"`,
    replace: `"default-src 'self'"`,
    red: ['server/media/media-routes.test.ts › no answer can run scripts in the origin of the app'],
  },
  {
    ids: ['5.3.2'],
    file: 'server/http/files/file-answer.ts',
    find: "part.startsWith('.')",
    replace: "part === '..'",
    red: [
      'server/media/media-routes.test.ts › serves nothing outside the media folders, and no hidden file',
      'server/http/files/static-files.test.ts › cannot lie outside the folder of the build',
    ],
  },
  {
    ids: ['5.3.2'],
    file: 'server/http/files/file-answer.ts',
    find: '|| /[/\\\\\\0]/.test(part)',
    replace: '',
    red: ['server/hostile-http.test.ts › malformed HTTP'],
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
      'server/media/media-file.test.ts › sends the file that was checked, even if it is replaced meanwhile',
    ],
  },
  {
    ids: ['5.3.2'],
    file: 'server/media/media-file.ts',
    find: 'return there.dev === dev && there.ino === ino',
    replace: 'return there.isFile() && dev + ino > 0',
    red: [
      'server/media/media-file.test.ts › a folder replaced by a link while it is read never leads outside',
    ],
  },
]
