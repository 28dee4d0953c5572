/** One face out of the demo: colours are '#rrggbb', the rest are names of parts. */
export interface Portrait {
  tint: string
  skin: string
  hair: string
  clothes: string
  style:
    | 'short'
    | 'parted'
    | 'curls'
    | 'bald'
    | 'long'
    | 'bun'
    | 'bob'
    | 'braid'
    | 'turban'
    | 'dupatta'
  beard?: 'full' | 'moustache'
  hasGlasses?: boolean
  hasBindi?: boolean
  neck: 'collar' | 'kurta' | 'round' | 'sari'
  /** Cloth of a turban, a dupatta or a sari's border. */
  cloth?: string
}

/** What lies behind the head. */
export function backOf({ style, hair, cloth = hair }: Portrait): string {
  if (style === 'long')
    return `<path d="M25 42c0-18 9-28 23-28s23 10 23 28v26c0 6-46 6-46 0z" fill="${hair}"/>`
  if (style === 'bob')
    return `<path d="M26 42c0-18 9-27 22-27s22 9 22 27v12c0 5-44 5-44 0z" fill="${hair}"/>`
  if (style === 'bun')
    return `<circle cx="48" cy="14" r="8" fill="${hair}"/><ellipse cx="48" cy="36" rx="21" ry="22" fill="${hair}"/>`
  if (style === 'braid')
    return `<ellipse cx="48" cy="37" rx="21" ry="23" fill="${hair}"/><path d="M64 48c8 8 7 24 2 34l-7-4c4-9 4-18-1-25z" fill="${hair}"/>`
  if (style === 'dupatta') return `<path d="M20 84c-2-44 6-72 28-72s30 28 28 72z" fill="${cloth}"/>`
  return ''
}

/** What lies over the forehead. */
export function topOf({ style, hair, cloth = hair }: Portrait): string {
  const cap = `<path d="M28 40c-2-17 7-26 20-26s22 9 20 26c-2-8-5-12-8-14-7 3-18 3-24 0-4 3-7 7-8 14z" fill="${hair}"/>`
  if (style === 'short') return cap
  if (style === 'parted' || style === 'long' || style === 'bun' || style === 'braid')
    return `<path d="M28 42c-2-19 7-27 20-27s22 8 20 27c-2-9-8-16-20-20-11 4-18 11-20 20z" fill="${hair}"/>`
  if (style === 'bob')
    return `<path d="M27 42c-2-20 8-28 21-28s23 8 21 28c-2-5-4-8-6-10-9 1-21 1-30 0-2 2-4 5-6 10z" fill="${hair}"/>`
  if (style === 'curls')
    return [31, 38, 46, 54, 61, 66]
      .map(
        (x, index) =>
          `<circle cx="${x}" cy="${24 - 6 * Math.sin((index + 0.6) * 0.52)}" r="7.5" fill="${hair}"/>`,
      )
      .join('')
      .replace(/(\.\d)\d+/g, '$1')
  if (style === 'turban')
    return `<path d="M25 34c-3-16 9-26 23-26s26 10 23 26c-8-6-15-9-23-9s-15 3-23 9z" fill="${cloth}"/><path d="M26 30c10-10 24-16 38-15M29 20c12-4 28-2 40 10" fill="none" stroke="#00000026" stroke-width="2"/>`
  if (style === 'dupatta')
    return `<path d="M29 40c0-14 6-22 19-22s19 8 19 22c-3-8-9-14-19-16-9 2-16 8-19 16z" fill="${hair}"/><path d="M24 58c-4-28 4-45 24-45s28 17 24 45c-1-22-8-38-24-38s-23 16-24 38z" fill="${cloth}"/>`
  return ''
}

/** Shoulders and what they wear. */
export function clothesOf({ neck, clothes, skin, cloth = '#f2e3c4' }: Portrait): string {
  const body = `<path d="M10 96c1-18 14-26 38-26s37 8 38 26z" fill="${clothes}"/>`
  const throat = `<path d="M41 58h14v12c0 9-14 9-14 0z" fill="${skin}"/><path d="M41 62c4 5 10 5 14 0v4c-4 4-10 4-14 0z" fill="#00000022"/>`
  if (neck === 'collar')
    return `${body}${throat}<path d="M40 69l8 10-10 6-4-14zM56 69l-8 10 10 6 4-14z" fill="#ffffffcc"/>`
  if (neck === 'kurta')
    return `${body}${throat}<path d="M45 77h6v19h-6z" fill="#00000022"/><circle cx="48" cy="83" r="1.2" fill="#fff"/><circle cx="48" cy="90" r="1.2" fill="#fff"/>`
  if (neck === 'sari')
    return `${body}${throat}<path d="M24 76c14 2 30 10 38 20H44C38 88 28 82 19 79z" fill="${cloth}"/>`
  return `${body}${throat}<path d="M38 70c4 11 16 11 20 0" fill="none" stroke="#ffffff88" stroke-width="2"/>`
}

/** Eyes, mouth and what grows or sits on the face. */
export function faceOf({ skin, hair, beard, hasGlasses, hasBindi }: Portrait): string {
  const parts = [
    `<circle cx="28.5" cy="44" r="4" fill="${skin}"/><circle cx="67.5" cy="44" r="4" fill="${skin}"/>`,
    `<path d="M29 40c0-14 8-21 19-21s19 7 19 21c0 15-8 26-19 26S29 55 29 40z" fill="${skin}"/>`,
  ]
  if (beard === 'full')
    parts.push(
      `<path d="M29 44c2 5 6 6 10 5 5-2 13-2 18 0 4 1 8 0 10-5 0 15-7 25-19 25S29 59 29 44z" fill="${hair}"/>`,
    )
  parts.push('<path d="M41 54c4 5 10 5 14 0" fill="#fff" stroke="#5a2a22" stroke-width="1.5"/>')
  if (beard)
    parts.push(
      `<path d="M38 51c4-4 8-4 10-2 2-2 6-2 10 2-5 1-8 0-10-1-2 1-5 2-10 1z" fill="${hair}"/>`,
    )
  parts.push(
    `<path d="M36 35c2-2 6-2 8 0M52 35c2-2 6-2 8 0" fill="none" stroke="${hair}" stroke-width="1.8" stroke-linecap="round"/>`,
    '<circle cx="40" cy="41" r="2.2" fill="#231a17"/><circle cx="56" cy="41" r="2.2" fill="#231a17"/>',
    '<path d="M48 41v6c-1 1-2 1-2 1" fill="none" stroke="#00000033" stroke-width="1.5" stroke-linecap="round"/>',
  )
  if (hasGlasses)
    parts.push(
      '<path d="M33.5 41a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0zM49.5 41a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0zM46.5 40h3" fill="#ffffff22" stroke="#2b2b33" stroke-width="1.6"/>',
    )
  if (hasBindi) parts.push('<circle cx="48" cy="31" r="1.7" fill="#b3202c"/>')
  return parts.join('')
}
