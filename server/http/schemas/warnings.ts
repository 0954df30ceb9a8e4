import { Type } from 'typebox'
import { text } from './common.ts'

export const Warning = Type.Object(
  {
    code: text('Code for programs', 'near_validity_limit'),
    detail: text('In words', 'frequency in MHz is 25; the model p526 is made for 30 to 50000.'),
  },
  { title: 'Warning', description: 'A warning about the answer' },
)

/** Warnings in responses that contain absolute URLs. */
export const AddressWarnings = Type.Array(Warning, {
  description:
    'Warnings about the address, such as address_is_local: it opens only on this machine, or certificate_is_own: browsers warn of it until they trust its authority',
})
