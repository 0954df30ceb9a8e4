/** A text, with the colon that makes it a name, or a brace; in JSON nothing else holds these characters. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g

/** A name that an object of a JSON document holds twice, at any depth: readers differ in which of the two they take. */
export function repeatedName(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [found, text = '', colon] of json.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '}') open.pop()
    else if (colon !== undefined) {
      const name: string = JSON.parse(text)
      const before = open.at(-1)
      if (before?.has(name)) return name
      before?.add(name)
    }
  }
  return undefined
}
