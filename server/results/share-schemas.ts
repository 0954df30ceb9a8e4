import { Type } from 'typebox'
import { count, instant, list, object, strictObject, text, urlText } from '../http/schemas/common.ts'
import { AddressWarnings } from '../http/schemas/warnings.ts'

const exampleShareId = 'shr_4fT9bQz71LxK'
const exampleId = urlText('ID of a simulation (sim_…) or of a network (net_…)', 'sim_vq7YS5ecugNBEHXOPC7r')

export const ShareRequest = strictObject(
  'ShareRequest',
  'Share to create; a request without a body is treated like an empty object',
  {
    days: Type.Optional(
      count('days', 'Validity of the share in days', 30, { minimum: 1, maximum: 365, default: 90 }),
    ),
  },
  { examples: [{ days: 30 }] },
)

const members = {
  share_id: text('ID of the share', exampleShareId),
  expires_at: instant('Expiry time of the share'),
}

export const NewShare = object('NewShare', 'New share; its token works as a bearer token for GET and HEAD', {
  ...members,
  url: text(
    'URL of the web page that shows the shared simulation or network, with the token after share=; shown only once',
    `https://localhost:8443/#share=${exampleShareId}_…`,
  ),
  warnings: AddressWarnings,
})

const Share = object('Share', 'Share without its token', {
  ...members,
  created_at: instant('Time of creation of the share'),
})

export const Shares = object('Shares', 'Valid shares, oldest first; tokens are shown only at creation', {
  shares: list(Share, 'Shares, oldest first'),
})

export const ResultId = Type.Object({ id: exampleId })

export const ShareId = Type.Object({ id: exampleId, share_id: urlText('ID of the share', exampleShareId) })
