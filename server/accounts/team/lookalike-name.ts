// Decides whether two names look the same on a screen: a small form of the skeletons of Unicode's UTS 39, for
// the scripts whose letters look like Latin ones.

/** Letters that look like the Latin one at the start of their group. */
const LOOKALIKES = [
  'aаαɑ',
  'bвβ',
  'cсϲ',
  'dԁ',
  'eеε',
  'gɡց',
  'hнһηհ',
  'iіιıɩ',
  'jјϳ',
  'kкκ',
  'lӏǀ',
  'mмμ',
  'nոп',
  'oоοօ',
  'pрρ',
  'qԛզ',
  'sѕ',
  'tтτ',
  'uυս',
  'vνѵ',
  'wԝω',
  'xхχ',
  'yуγү',
  'zζ',
]
const LATIN = new Map(
  LOOKALIKES.flatMap(([latin = '', ...others]) => others.map((letter) => [letter, latin] as const)),
)

export function looksLike(one: string, other: string): boolean {
  return fold(one) === fold(other) || fold(straighten(one)) === fold(straighten(other))
}

/** Capital I, small L, 1 and | look the same, as do O and 0. Before case is ignored: "Alia" is not "Aila". */
function straighten(name: string): string {
  return name.normalize('NFKC').replace(/[I1|]/g, 'l').replace(/0/g, 'o')
}

function fold(name: string): string {
  const visible = name
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Default_Ignorable_Code_Point}|\u2800/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/\s+/gu, ' ')
    .trim()
  return [...visible.toLowerCase()].map((letter) => LATIN.get(letter) ?? letter).join('')
}
