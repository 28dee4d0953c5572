import { existsSync } from 'node:fs'

// Finds the browsers of these tests, and names the packages to install if one is missing.

export const findFirefox = () =>
  findProgram('Firefox', {
    variable: 'FIREFOX_PATH',
    places: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/usr/lib/firefox/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    packages: 'firefox-esr',
  })

export const findWebKitDriver = () =>
  findProgram('WebKitWebDriver', {
    variable: 'WEBKIT_DRIVER_PATH',
    places: ['/usr/bin/WebKitWebDriver', '/usr/local/bin/WebKitWebDriver'],
    packages:
      'webkit2gtk-driver python3-gi gir1.2-webkit2-4.1 gstreamer1.0-plugins-good gstreamer1.0-libav',
  })

export const findXvfb = () =>
  findProgram('Xvfb', { variable: 'XVFB_PATH', places: ['/usr/bin/Xvfb'], packages: 'xvfb' })

/**
 * Returns the program's path, which an environment variable can override. @throws with the command that installs the
 * program if it is missing
 */
function findProgram(
  name: string,
  { variable, places, packages }: { variable: string; places: string[]; packages: string },
): string {
  const named = process.env[variable]
  const found = (named ? [named] : places).find((place) => existsSync(place))
  if (found) return found
  const where = named ? `${variable} names ${named}, which does not exist.` : `${name} is missing.`
  throw new Error(
    `${where} Install it with "apt-get install ${packages}", or name its file with ${variable}.`,
  )
}
