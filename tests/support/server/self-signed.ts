import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A certificate for loopback, generated on demand: the repository holds no private key and no certificate that expires,
// and no program such as OpenSSL is needed. X.509 v3 in DER (RFC 5280), ECDSA on P-256.

const DAY_MS = 86_400_000
const ECDSA_WITH_SHA256 = tlv(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** Generates a key and its certificate, both as PEM. */
export function makeSelfSigned({
  names = ['localhost'],
  addresses = ['127.0.0.1'],
}: {
  names?: readonly string[]
  /** IPv4 addresses. */
  addresses?: readonly string[]
} = {}): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const common = Buffer.from(names[0] ?? addresses[0] ?? '')
  const name = tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, common))))
  const alternatives = tlv(
    0x30,
    ...names.map((host) => tlv(0x82, Buffer.from(host))),
    ...addresses.map((address) => tlv(0x87, Buffer.from(address.split('.').map(Number)))),
  )
  const extensions = tlv(0x30, tlv(0x30, SUBJECT_ALT_NAME, tlv(0x04, alternatives)))
  const now = Date.now()
  const content = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))), // version 3
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])), // serial number, positive
    ECDSA_WITH_SHA256,
    name,
    tlv(0x30, utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  )
  const signature = sign('sha256', content, privateKey)
  const der = tlv(0x30, content, ECDSA_WITH_SHA256, tlv(0x03, Buffer.from([0]), signature))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: toPem(der) }
}

/** Encodes one DER value: tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const long = length > 0xff ? [0x82, length >> 8, length & 0xff] : [0x81, length]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content])
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)
  return tlv(0x17, Buffer.from(`${digits}Z`))
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
