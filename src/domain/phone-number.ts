/** The searchable forms of a number: as written, and without separators. Ten digits get India's country code. */
export function phoneTexts(phone: string | null): readonly (string | null)[] {
  const bare = phone?.replace(/[^\d+]/g, '') ?? null
  return [phone, bare && /^\d{10}$/.test(bare) ? `+91${bare}` : bare]
}
