import type { ClientRequest } from 'node:http'
import { ConnectionError } from './errors.ts'

/** Servers send one or two: 100, 102 and 103 (RFC 9110, section 15.2; RFC 8297). */
const MAXIMUM_INFORMATIONAL = 16

/** Ends a request whose server sends informational responses without end, which would cost a processor as long as it lasts. */
export function limitInformational(outgoing: ClientRequest): void {
  let count = 0
  outgoing.on('information', () => {
    if (++count > MAXIMUM_INFORMATIONAL) {
      outgoing.destroy(new ConnectionError('only informational responses were received', 'ECONNABORTED'))
    }
  })
}
