import * as v from 'valibot'

/** The specification's word for a name that is missing (section 9). */
export const MISSING_NAME = 'N/A'
/** What a table shows for any other missing value. */
export const MISSING_VALUE = '-'

/** A wire field that should be text: numbers become text, anything else counts as missing. */
export const WireText = v.fallback(
  v.nullish(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((value) => String(value).trim() || null),
    ),
    null,
  ),
  null,
)

/** The display ID: the last six characters of the record id, upper case (section 9). */
export function displayId(id: string | null): string {
  return id ? id.slice(-6).toUpperCase() : MISSING_VALUE
}

/** A name as a screen shows it: blank and missing names are 'N/A'. */
export function displayName(name: string | null | undefined): string {
  return name?.trim() || MISSING_NAME
}

/** Any other value as a screen shows it: blank and missing ones are '-'. */
export function displayValue(value: string | null | undefined): string {
  return value?.trim() || MISSING_VALUE
}
