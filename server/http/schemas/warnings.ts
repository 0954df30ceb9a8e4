import { Type } from 'typebox'
import { text } from './common.ts'

export const Warning = Type.Object(
  {
    code: text('What a program goes by', 'near_validity_limit'),
    detail: text('In words', 'frequency in MHz is 25; the model p526 is made for 30 to 50000.'),
  },
  { title: 'Warning', description: 'What should be known of the answer' },
)

/** Of answers with an absolute address. */
export const AddressWarnings = Type.Array(Warning, {
  description:
    'What should be known of the address, such as address_is_local: it opens on this machine alone, or certificate_is_own: browsers warn of it until they trust its authority',
})
