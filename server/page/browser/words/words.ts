import { computed, effect, signal } from '@preact/signals'
import { de } from './de.ts'
import { en } from './en.ts'

export type Word = keyof typeof en
type Catalog = Record<Word, string>

/** Every language of the page, by its tag; each has a name of its own for itself. */
export const languages: Record<string, { name: string; words: Catalog }> = {
  en: { name: 'English', words: en },
  de: { name: 'Deutsch', words: de },
}

const storedName = 'coverage.language'

function firstLanguage(): string {
  const wanted = [localStorage.getItem(storedName) ?? '', ...navigator.languages]
  return wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? 'en'
}

export const language = signal(firstLanguage())
const words = computed(() => languages[language.value]?.words ?? en)

effect(() => {
  document.documentElement.lang = language.value
  document.title = words.value.title
})

/** As numbers and times are written where the reader is. */
const locale = computed(
  () => navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value,
)

export function chooseLanguage(tag: string): void {
  language.value = tag
  localStorage.setItem(storedName, tag)
}

/** For the address of a picture: the service says English where nothing is asked. */
export function pictureLanguage(): string | undefined {
  return language.value === 'en' ? undefined : `lang=${language.value}`
}

/** A sentence of the catalogue; `{name}` in it is the value of that name. */
export function say(word: Word, values: Record<string, string | number> = {}): string {
  return words.value[word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A sentence that may not be there, such as the label of a field that was added later. */
export function sayIfKnown(name: string): string | undefined {
  return (words.value as Record<string, string | undefined>)[name]
}

export function figure(value: number, digits = 0): string {
  return minusSigns(value.toLocaleString(locale.value, { maximumFractionDigits: digits }))
}

/** Of a share, before "%"; 0 and 100 only where it is none and all. */
export function percentFigure(share: number): string {
  if (share > 0 && share < 0.001) return `<\u00a0${figure(0.1, 1)}`
  return share > 0.999 && share < 1 ? `>\u00a0${figure(99.9, 1)}` : figure(100 * share, 1)
}

/** An amount as the service says it, in the currency of that code. */
export function money(amount: string, currency: string): string {
  return Number(amount).toLocaleString(locale.value, { style: 'currency', currency })
}

/** With a minus sign where a hyphen stands for one. */
export function minusSigns(text: string): string {
  return text.replace(/(^|\s)-(?=\d)/g, '$1−')
}

export function moment(instant: string): string {
  return new Date(instant).toLocaleString(locale.value, { dateStyle: 'medium', timeStyle: 'short' })
}
