import { Type } from 'typebox'
import { count, instant, list, object, text, urlText } from '../http/schemas/common.ts'
import { AddressWarnings } from '../http/schemas/warnings.ts'

const exampleShareId = 'shr_4fT9bQz71LxK'
const exampleId = urlText(
  'Identifier of a simulation, sim_…, or of a network, net_…',
  'sim_vq7YS5ecugNBEHXOPC7r',
)

export const ShareRequest = object(
  'ShareRequest',
  'A share to create; no body equals an empty object',
  {
    days: Type.Optional(
      count('days', 'Validity of the share in days', 30, { minimum: 1, maximum: 365, default: 90 }),
    ),
  },
  { additionalProperties: false, examples: [{ days: 30 }] },
)

const members = {
  share_id: text('ID of the share', exampleShareId),
  expires_at: instant('When it expires'),
}

export const NewShare = object('NewShare', 'A share; its token works as a bearer token for GET and HEAD', {
  ...members,
  url: text(
    'Address of the page that shows it, with the token after share=; shown once',
    `https://localhost:8443/#share=${exampleShareId}_…`,
  ),
  warnings: AddressWarnings,
})

const Share = object('Share', 'A share without its token', {
  ...members,
  created_at: instant('When it was made'),
})

export const Shares = object('Shares', 'The valid shares, oldest first; tokens are never shown again', {
  shares: list(Share, 'Oldest first'),
})

export const ResultId = Type.Object({ id: exampleId })

export const ShareId = Type.Object({ id: exampleId, share_id: urlText('ID of the share', exampleShareId) })
