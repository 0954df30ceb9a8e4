/** Texts of others on a terminal: what it would obey, or what would turn what stands beside it around, is only shown. */

import stringWidth from 'string-width'

/** Control characters, formats (directions among them, but for the joiners that words need), and halves of characters. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|(?![\u200c\u200d])\p{Cf}/gu

/** A text in one line, whatever it holds: `\u{1b}` for what is not shown. */
export function safe(value: unknown): string {
  return String(value).replace(unsafe, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** The same of a text that has lines of its own. */
export function safeLines(text: string): string {
  return text.split('\n').map(safe).join('\n')
}

/** JSON in one line of which a terminal obeys nothing; the same value for whoever reads it. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** In lines of at most so many columns, between words; longer words stay whole. */
export function wrapped(text: string, columns: number, indent = 0): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns - indent) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push(line)
  return lines.map((each) => `${' '.repeat(indent)}${each}`).join('\n')
}

/** A text of several lines of which those that are too long go on in the next. */
export function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (stringWidth(line) > columns ? wrapped(line, columns) : line))
    .join('\n')
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const
export type Style = keyof typeof codes

/** A text in a colour, where colours are wanted. */
export function styled(text: string, style: Style, isColored: boolean): string {
  return isColored ? `\x1b[${codes[style]}m${text}\x1b[0m` : text
}
