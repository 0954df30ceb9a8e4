import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Position, showPosition } from '../request/coordinates.ts'
import { findPlaces, type NamedPlace } from '../request/places.ts'
import { mapCentre } from '../state/centre.ts'
import { places, readPlaces } from '../state/places.ts'
import { hasMap } from '../state/view.ts'
import { say } from '../words/words.ts'
import { FieldShell } from './field.tsx'

const MAXIMUM_OFFERED = 8

interface Props {
  /** Of the field; no other has it. */
  name: string
  label: string
  /** As it was typed. */
  text: Signal<string>
  /** As that is understood. */
  position: Position | undefined
  /** What the service says of it. */
  fault: string | undefined
  /** What to say of an empty one, where one was needed. */
  missing: string | undefined
  /** How to type it, where nothing is typed yet. */
  how?: string
}

/** A place: by coordinates, by a click on the map, or by the name of one of the operator's. */
export function Place({ name, label, text, position, fault, missing, how = formats() }: Props) {
  useEffect(() => {
    void readPlaces()
  }, [])
  const isOpen = useSignal(false)
  const isSought = isOpen.value && position === undefined
  const offered = isSought ? findPlaces(places.value, text.value, MAXIMUM_OFFERED) : []
  const unread = say(places.value.length > 0 ? 'placeUnknown' : 'placeUnread')
  // Who is typing a name is not wrong yet.
  const isRead = position !== undefined || offered.length > 0
  const shownFault = isRead ? fault : text.value === '' ? missing : unread
  return (
    <FieldShell name={name} label={label} fault={shownFault}>
      <div class="beside combobox">
        <PlaceInput
          name={name}
          text={text}
          isWrong={shownFault !== undefined}
          offered={offered}
          isOpen={isOpen}
        />
        {mapCentre.value && (
          <button
            type="button"
            onClick={() => {
              if (mapCentre.value) text.value = showPosition(mapCentre.value())
            }}
          >
            {say('centre')}
          </button>
        )}
      </div>
      <p class="hint" id={`${name}-how`}>
        {position ? readingOf(position) : how}
      </p>
    </FieldShell>
  )
}

/** Everything that is understood. */
function formats(): string {
  const how = say(hasMap ? 'placeHow' : 'placeHowTyped')
  return places.value.length > 0 ? `${say('placeHowNamed')} ${how}` : how
}

function readingOf({ lat, lon }: Position): string {
  const text = say('placeRead', { lat: lat.toFixed(5), lon: lon.toFixed(5) })
  const named = places.value.find((one) => showPosition(one) === showPosition({ lat, lon }))
  return named ? `${named.name}: ${text}` : text
}

interface InputProps {
  name: string
  text: Signal<string>
  isWrong: boolean
  offered: readonly NamedPlace[]
  isOpen: Signal<boolean>
}

/** A combobox where there are places to offer: arrows choose, Enter takes, Escape closes. */
function PlaceInput({ name, text, isWrong, offered, isOpen }: InputProps) {
  const chosen = useSignal(0)
  const isOffering = offered.length > 0
  const at = Math.min(chosen.value, offered.length - 1)

  function take(one: NamedPlace | undefined): void {
    if (one === undefined) return
    text.value = showPosition(one)
    isOpen.value = false
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOffering) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) chosen.value = (at + step + offered.length) % offered.length
    else if (event.key === 'Enter') take(offered[at])
    else if (event.key === 'Escape') isOpen.value = false
    else return
    event.preventDefault()
  }

  const asCombobox = {
    role: 'combobox' as const,
    'aria-expanded': isOffering,
    'aria-controls': `${name}-places`,
    'aria-autocomplete': 'list' as const,
    ...(isOffering && { 'aria-activedescendant': `${name}-places-${at}` }),
  }
  return (
    <div class="grow">
      <input
        id={`field-${name}`}
        value={text.value}
        placeholder="47.6333, 8.925"
        autocomplete="off"
        spellcheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${name}-how field-${name}-fault`}
        {...(places.value.length > 0 && asCombobox)}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          isOpen.value = true
          chosen.value = 0
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          isOpen.value = false
        }}
      />
      {places.value.length > 0 && (
        <div
          id={`${name}-places`}
          role="listbox"
          aria-label={say('places')}
          class="options"
          hidden={!isOffering}
        >
          {offered.map((one, index) => (
            <button
              key={`${one.name} ${showPosition(one)}`}
              id={`${name}-places-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The field keeps the focus, so that the list stays until the click has come.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <span>{one.name}</span>
              <span class="hint">{showPosition(one)}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
