import { computed, effect, signal } from '@preact/signals'
import { de } from './de.ts'
import { en } from './en.ts'

export type Word = keyof typeof en
type Catalogs<Name extends string> = { en: Record<Name, string> } & Record<string, Record<Name, string>>

const catalogs: Catalogs<Word> = { en, de }
/** Languages by tag, each named in the language itself. */
export const languages: Record<string, string> = { en: 'English', de: 'Deutsch' }

const storedName = 'coverage.language'

function firstLanguage(): string {
  const preferred = [localStorage.getItem(storedName) ?? '', ...navigator.languages]
  return preferred.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? 'en'
}

export const language = signal(firstLanguage())
const words = computed(() => catalogs[language.value] ?? en)

effect(() => {
  document.documentElement.lang = language.value
  document.title = words.value.title
})

const locale = computed(
  () => navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value,
)

export function chooseLanguage(tag: string): void {
  language.value = tag
  localStorage.setItem(storedName, tag)
}

/** Language parameter for pictures; `undefined` for English, the default of the service. */
export function pictureLanguage(): string | undefined {
  return language.value === 'en' ? undefined : `lang=${language.value}`
}

/**
 * Translator of a catalog in each language: text with values inserted for `{name}`, and one of two words for
 * `{name|one|many}`.
 */
export function translatorOf<Name extends string>(catalogs: Catalogs<Name>) {
  return (word: Name, values: Record<string, string | number> = {}): string =>
    (catalogs[language.value] ?? catalogs.en)[word].replace(
      /\{(\w+)(?:\|([^|}]+)\|([^}]+))?\}/g,
      (_, name: string, one: string | undefined, many: string) => {
        const value = String(values[name] ?? '')
        return one === undefined ? value : value === '1' ? one : many
      },
    )
}

export const say = translatorOf(catalogs)

/** Translated text that may be missing, such as the label of a new field. */
export function sayIfKnown(name: string): string | undefined {
  return (words.value as Record<string, string | undefined>)[name]
}

export function figure(value: number, digits = 0): string {
  return minusSigns(value.toLocaleString(locale.value, { maximumFractionDigits: digits }))
}

/** Percentage without the sign; 0 and 100 only for exact values. */
export function percentFigure(share: number): string {
  if (share > 0 && share < 0.001) return `<\u00a0${figure(0.1, 1)}`
  return share > 0.999 && share < 1 ? `>\u00a0${figure(99.9, 1)}` : figure(100 * share, 1)
}

export function sayCredits(credits: number): string {
  return say('someCredits', { credits: figure(credits) })
}

export function saySeconds(seconds: number): string {
  return say('aboutSeconds', { seconds: figure(seconds, seconds < 10 ? 1 : 0) })
}

export function money(amount: string, currency: string): string {
  return Number(amount).toLocaleString(locale.value, { style: 'currency', currency })
}

/** Replaces hyphens in front of numbers by minus signs. */
export function minusSigns(text: string): string {
  return text.replace(/(^|\s)-(?=\d)/g, '$1−')
}

export function moment(instant: string): string {
  return new Date(instant).toLocaleString(locale.value, { dateStyle: 'medium', timeStyle: 'short' })
}
