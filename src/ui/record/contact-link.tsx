import './contact-link.css'

/** A link that calls a phone number or writes to an e-mail address. */
export function ContactLink({ scheme, address }: ContactLinkProps) {
  // Escaped, so that an e-mail address cannot add a subject or a Cc to the message.
  const target =
    scheme === 'tel'
      ? address.replace(/[^\d+]/g, '')
      : encodeURIComponent(address).replace('%40', '@').replace('%2B', '+')
  return (
    <a className="contact-link" href={`${scheme}:${target}`}>
      {address}
    </a>
  )
}

export interface ContactLinkProps {
  scheme: 'tel' | 'mailto'
  address: string
}
