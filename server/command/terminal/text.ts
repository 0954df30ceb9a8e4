/** Makes untrusted text safe to print: control and bidirectional characters are escaped. */

import stringWidth from 'string-width'

/** Control and format characters (except joiners, which some scripts need), and unpaired surrogates. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|(?![\u200c\u200d])\p{Cf}/gu

/** Text on one line, with unsafe characters escaped as in `\u{1b}`. */
export function safe(value: unknown): string {
  return String(value).replace(unsafe, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** Text that may have several lines, with unsafe characters escaped. */
export function safeLines(text: string): string {
  return text.split('\n').map(safe).join('\n')
}

/** JSON on one line, with unsafe characters escaped; parses to the same value. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** Breaks text between words into lines of at most `columns`; a longer word stays whole. */
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

/** Breaks each line that is longer than `columns`. */
export function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (stringWidth(line) > columns ? wrapped(line, columns) : line))
    .join('\n')
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const
export type Style = keyof typeof codes

/** Text in a terminal color, if colors are enabled. */
export function styled(text: string, style: Style, isColored: boolean): string {
  return isColored ? `\x1b[${codes[style]}m${text}\x1b[0m` : text
}
