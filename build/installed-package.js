// @ts-check
import { createRequire } from 'node:module'

/** False for development packages after `npm ci --omit=dev`. @param {string} name */
export function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
