/** Parses Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html) as a stream. */

export interface ServerEvent {
  name: string
  id: string | undefined
  data: string
}

/** Yields events, including events without data, whose ids are needed; drops comments, which are heartbeats. */
export async function* eventsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let event: ServerEvent = { name: '', id: undefined, data: '' }
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line.replace(/\r$/, '')) ?? []
      if (line.trim() === '') {
        yield event
        event = { name: '', id: undefined, data: '' }
      } else if (field === 'event') event.name = value
      else if (field === 'id') event.id = value
      else if (field === 'data') event.data += event.data === '' ? value : `\n${value}`
    }
  }
}
