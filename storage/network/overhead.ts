import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectionError } from './errors.ts'

/** Maximum informational responses; servers send one or two (100, 102, 103: RFC 9110, 15.2; RFC 8297). */
const MAXIMUM_INFORMATIONAL = 16
/** Maximum bytes of all response headers, informational ones included; Node allows 16 KiB per response. */
const MAXIMUM_HEAD_BYTES = 512 * 1024
/** Maximum received bytes per byte of body; a body sent in chunks of one byte needs six bytes per byte. */
const MAXIMUM_BYTES_PER_BODY_BYTE = 8

/**
 * Aborts a request whose server sends endless overhead, which would occupy a processor: informational
 * responses, or input that Node's parser skips without counting (empty lines before a response, spaces before
 * a header value, zeros before a chunk length). The reader must bound a body that has no maximum.
 */
export function limitOverhead(
  outgoing: ClientRequest,
  { maximumBodyBytes = Number.POSITIVE_INFINITY } = {},
): void {
  let count = 0
  let incoming: IncomingMessage | undefined
  outgoing.on('information', () => {
    if (++count > MAXIMUM_INFORMATIONAL) {
      outgoing.destroy(new ConnectionError('only informational responses were received', 'ECONNABORTED'))
    }
  })
  outgoing.once('socket', (socket: Socket) => {
    let maximumBytes = MAXIMUM_HEAD_BYTES
    let receivedBytes = 0
    const receive = ({ length }: Buffer) => {
      receivedBytes += length
      if (receivedBytes <= maximumBytes) return
      socket.off('data', receive)
      const message = incoming ?? outgoing
      message.destroy(new ConnectionError('sent far more than a response', 'ECONNABORTED'))
    }
    socket.on('data', receive)
    outgoing.once('response', (response) => {
      incoming = response
      maximumBytes += MAXIMUM_BYTES_PER_BODY_BYTE * maximumBodyBytes
    })
    outgoing.once('close', () => socket.off('data', receive))
  })
}
