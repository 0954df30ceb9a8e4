/** Invalid command line; the program exits with code 2. */
export class UsageError extends Error {}

export function integers(option: string, text: string, minimum: number, maximum: number): number[] {
  return text.split(',').map((part) => {
    const value = Number(part)
    if (part.trim() === '' || !Number.isInteger(value) || value < minimum || value > maximum) {
      throw new UsageError(`Expected ${option} from ${minimum} to ${maximum}, got ${JSON.stringify(part)}.`)
    }
    return value
  })
}

export function integer(option: string, text: string, minimum: number, maximum: number): number {
  const [value, ...more] = integers(option, text, minimum, maximum)
  if (value === undefined || more.length > 0) {
    throw new UsageError(`Expected one number for ${option}, got ${JSON.stringify(text)}.`)
  }
  return value
}

export function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text)
  if (found === undefined) {
    throw new UsageError(`Expected ${option} to be one of ${words.join(', ')}, got ${JSON.stringify(text)}.`)
  }
  return found
}
