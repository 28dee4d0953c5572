import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// An authenticator in memory (WebAuthn, section 6): one ES256 credential, attestation 'none'.

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

export interface CeremonyOptions {
  origin: string
  rpId: string
  challenge: string
  /** Whether the person confirmed with a PIN or fingerprint; true by default. */
  isVerified?: boolean
  /** The user handle, base64url: stored with a new credential, and sent with each answer. Null sends none. */
  userHandle?: string | null
  /** The signature counter; 0 for an authenticator without one. */
  counter?: number
}

export type SoftwareAuthenticator = ReturnType<typeof makeAuthenticator>

export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  let stored: string | null = null
  return {
    id,

    /** The answer of `navigator.credentials.create`. */
    create(options: CeremonyOptions) {
      stored = options.userHandle ?? null
      const credential = Buffer.concat([
        Buffer.alloc(16), // AAGUID
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(x, y),
      ])
      const authData = Buffer.concat([header(options, HAS_CREDENTIAL), credential])
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestationOf(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** The answer of `navigator.credentials.get`. */
    get(options: CeremonyOptions) {
      const { userHandle = stored } = options
      const data = clientData('webauthn.get', options)
      const authData = header(options, 0)
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle !== null && { userHandle }),
        },
      }
    },
  }
}

function clientData(type: string, { challenge, origin }: CeremonyOptions): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function header({ rpId, isVerified = true, counter = 0 }: CeremonyOptions, more: number): Buffer {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | BACKUP_ELIGIBLE | BACKED_UP | more
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(flags, 0)
  bytes.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), bytes])
}

/** CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053). */
function coseKey(x: string, y: string): Buffer {
  const bytesOf = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    bytesOf(x),
    Buffer.from('225820', 'hex'),
    bytesOf(y),
  ])
}

/** CBOR of {fmt: 'none', attStmt: {}, authData}. */
function attestationOf(authData: Buffer): Buffer {
  const text = (word: string) => Buffer.from([0x60 + word.length, ...Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
