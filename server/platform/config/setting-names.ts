import { distance } from 'fastest-levenshtein'
import type { Environment } from './settings-readers.ts'

/** Every environment variable that the server, its build or its command line reads; docs/settings.md explains each. */
export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'MEDIA_DIR',
  'MEDIA_S3_ENDPOINT',
  'MEDIA_S3_BUCKET',
  'MEDIA_S3_REGION',
  'MEDIA_S3_ACCESS_KEY_ID',
  'MEDIA_S3_SECRET_ACCESS_KEY',
  'UPLOAD_DIR',
  'DATABASE_URL',
  'SEED',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SESSION_TTL_DAYS',
  'STAFF_IDLE_HOURS',
  'REVIEW_DUE_HOURS',
  'CORS_ORIGINS',
  'MEDIA_HOSTS',
  'TRUSTED_PROXIES',
  'HSTS_SUBDOMAINS',
  'REQUESTS_PER_MINUTE',
  'SMTP_URL',
  'MAIL_FROM',
  'OUTBOUND_PROXY',
  'APP_SECRET',
  'PAN_KEY',
  'PAN_KEY_NEW',
  'METRICS_PORT',
  'METRICS_HOST',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'BACKUP_DIR',
  'BACKUP_MEDIA',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
  'VITE_API_HOST',
  'API_PORT',
] as const

const LONG = 6 // characters; a shorter name with one other letter is usually another word, such as HOST and HOME
const MISTAKES = 1 / 4 // of the letters of a name: MAIL_FORM has two, TRUSTED_PROXY three

export interface Misspelling {
  name: string
  meant: string
}

/**
 * Finds variables whose names are almost those of settings, such as MAIL_FORM or BACKUP_EVERY_HOURS: the server
 * would ignore them silently. A variable of another program may be among them, so they are no error.
 */
export function findMisspellings(env: Environment): Misspelling[] {
  const known: ReadonlySet<string> = new Set(SETTING_NAMES)
  return Object.keys(env).flatMap((name) => {
    if (known.has(name)) return []
    const meant = SETTING_NAMES.find((setting) => isAlmost(name.toUpperCase(), setting))
    return meant ? [{ name, meant }] : []
  })
}

function isAlmost(name: string, setting: string): boolean {
  if (setting.length < LONG) return setting === name
  return name.startsWith(`${setting}_`) || distance(name, setting) <= setting.length * MISTAKES
}
