import type { Plugin } from 'vite'

const UNUSED_TRANSPORT = '\0axios-fetch'

/** axios sends by XMLHttpRequest where there is one, in every browser; its way by fetch is asked for and never taken. */
export function leaveOutTransport(): Plugin {
  return {
    name: 'leave-out-transport',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isAsked =
        source === './fetch.js' && importer?.endsWith('/axios/lib/adapters/adapters.js')
      return isAsked ? UNUSED_TRANSPORT : null
    },
    // axios then calls it "not available in the build".
    load: (id) => (id === UNUSED_TRANSPORT ? 'export const getFetch = () => null' : null),
  }
}
