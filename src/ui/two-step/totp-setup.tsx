import { useMediaQuery } from '#src/ui/use-media-query.ts'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'

export interface TotpSetupProps {
  /** Base32, to type into the authenticator app. */
  secret: string
  /** The otpauth:// URI of the same secret. */
  address: string
}

/** The secret for an authenticator app: as a link on a phone, as a QR code, and as text. */
export function TotpSetupSteps({ secret, address }: TotpSetupProps) {
  const isPhone = useMediaQuery('(pointer: coarse)')
  return (
    <>
      {isPhone && (
        <a className="button" data-variant="primary" data-size="medium" href={address}>
          Open in authenticator app
        </a>
      )}
      <p>
        {isPhone
          ? 'Or scan this code with an authenticator app on another device:'
          : 'Scan this code with an authenticator app on your phone:'}
      </p>
      <QrCode text={address} label="QR code for the authenticator app" />
      <p>Or type this key into the app:</p>
      <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <div className="row">
        <CopyButton text={secret}>Copy key</CopyButton>
      </div>
    </>
  )
}
