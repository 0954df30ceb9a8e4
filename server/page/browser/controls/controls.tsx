import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { attempt } from '../service/attempt.ts'
import { explain } from '../service/failures.ts'
import { say } from '../words/words.ts'

/** Error text, announced to screen readers. */
export function Fault({ text }: { text: string | null | undefined }) {
  return text ? (
    <p class="fault" role="alert">
      {text}
    </p>
  ) : null
}

/** Attempts of a component; `fault` is the error text of the last one that failed. */
export function useAttempt(first?: string) {
  const fault = useSignal<string | undefined>(first)
  const isBusy = useSignal(false)
  const attemptHere = (work: () => Promise<unknown>, explained = explain) =>
    attempt(work, fault, { busy: isBusy, explained })
  return { fault, isBusy, attempt: attemptHere }
}

/** Handler that copies the value of a control to a signal. */
export function valueTo(target: { value: string } | { value: string | undefined }) {
  return ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
    target.value = value
  }
}

/** Handler that sets a signal. */
export function setTo<Value>(target: { value: Value }, value: NoInfer<Value>) {
  return () => {
    target.value = value
  }
}

interface ToggleProps {
  on: Signal<boolean>
  label: string
  title: string
}

export function Toggle({ on, label, title }: ToggleProps) {
  return (
    <button type="button" aria-pressed={on.value} title={title} onClick={setTo(on, !on.value)}>
      {label}
    </button>
  )
}

/** Options of a `select`. */
export function Options({ of }: { of: readonly (readonly [value: string | number, text: string])[] }) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}

type ChoiceProps = Pick<ComponentProps<'select'>, 'value' | 'disabled' | 'onChange'> & {
  label: string
  options: Parameters<typeof Options>[0]['of']
}

/** Selection with a label for screen readers only. */
export function Choice({ label, options, ...select }: ChoiceProps) {
  return (
    <select aria-label={label} {...select}>
      <Options of={options} />
    </select>
  )
}

interface TickProps {
  checked: boolean
  disabled?: boolean
  onTick(isTicked: boolean): void
  children: ComponentChildren
}

/** Labeled checkbox. */
export function Tick({ checked, disabled = false, onTick, children }: TickProps) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      {children}
    </label>
  )
}

interface PairProps {
  name: ComponentChildren
  children: ComponentChildren
  'data-is'?: string | undefined
  'data-state'?: string
}

/** Row of a list `dl.pairs`. */
export function Pair({ name, children, ...data }: PairProps) {
  return (
    <div {...data}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Progress bar with a text that screen readers announce. */
export function ProgressBar({ share, text }: { share: number; text: string }) {
  return (
    <div class="beside">
      <progress class="grow" value={share} max={1} aria-label={say('progress')} />
      <span class="hint" role="status">
        {text}
      </span>
    </div>
  )
}

interface TitleProps {
  /** Id of the titled part; the focus moves to the title when it changes. */
  of: string
  back: string
  onBack: (() => void) | undefined
  children: ComponentChildren
}

/** Title of a part that replaces another one, with a button back to that. */
export function TitleWithBack({ of, back, onBack, children }: TitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [of])
  return (
    <>
      {onBack && (
        <button type="button" class="quiet back" onClick={onBack}>
          ← {back}
        </button>
      )}
      <h2 ref={title} tabIndex={-1}>
        {children}
      </h2>
    </>
  )
}
