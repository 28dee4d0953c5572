/** 32 bits (FNV-1a) in base 36: enough to distinguish the accounts of one device, too few to identify a person. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}
