import { Type } from 'typebox'
import { object, text } from './common.ts'

export const Warning = object('Warning', 'Warning about the response', {
  code: text('Machine-readable warning code', 'near_validity_limit'),
  detail: text(
    'Description of the warning',
    'frequency in MHz is 25; the model p526 is intended for 30 to 50000.',
  ),
})

/** Warnings in responses that contain absolute URLs. */
export const AddressWarnings = Type.Array(Warning, {
  description:
    'Warnings about the URL, such as address_is_local (the URL opens only on this machine) or certificate_is_own (browsers show a warning until they trust the certificate authority of the service)',
})
