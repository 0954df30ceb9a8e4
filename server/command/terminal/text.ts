/** Escapes others' text on a terminal: control sequences and changes of writing direction are only shown. */

import stringWidth from 'string-width'

/** Control characters, formats (including directions, except joiners that words need), and unpaired surrogates. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|(?![\u200c\u200d])\p{Cf}/gu

/** Text on one line; escapes such as `\u{1b}` for unsafe characters. */
export function safe(value: unknown): string {
  return String(value).replace(unsafe, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** The same for text with its own line breaks. */
export function safeLines(text: string): string {
  return text.split('\n').map(safe).join('\n')
}

/** JSON on one line without terminal control; parses to the same value. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** Lines of at most `columns`, broken between words; longer words stay whole. */
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

/** Wraps the lines of a text that are too long. */
export function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (stringWidth(line) > columns ? wrapped(line, columns) : line))
    .join('\n')
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const
export type Style = keyof typeof codes

/** Text in a color, if enabled. */
export function styled(text: string, style: Style, isColored: boolean): string {
  return isColored ? `\x1b[${codes[style]}m${text}\x1b[0m` : text
}
