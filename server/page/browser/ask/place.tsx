import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { showPosition } from '../request/coordinates.ts'
import { findPlaces, type NamedPlace } from '../request/places.ts'
import { faults, place, placeAt, placeText } from '../state/asking.ts'
import { mapCentre } from '../state/centre.ts'
import { places, readPlaces } from '../state/places.ts'
import { hasMap } from '../state/view.ts'
import { say } from '../words/words.ts'
import { FieldShell } from './field.tsx'

const MAXIMUM_OFFERED = 8

/** Where the transmitter stands: by coordinates, by a click, or by the name of a place of the operator's. */
export function Place({ isTried }: { isTried: boolean }) {
  useEffect(() => {
    void readPlaces()
  }, [])
  const isOpen = useSignal(false)
  const offered =
    isOpen.value && place.value === undefined
      ? findPlaces(places.value, placeText.value, MAXIMUM_OFFERED)
      : []
  // Who is typing a name is not wrong yet.
  const isWrong = place.value === undefined && offered.length === 0 && (isTried || placeText.value !== '')
  const served = faults.value.get('tx_lat') ?? faults.value.get('tx_lon')
  const unread = say(places.value.length > 0 ? 'placeUnknown' : 'placeUnread')
  const fault = isWrong ? (placeText.value === '' ? say('placeMissing') : unread) : served
  return (
    <FieldShell name="place" label={say('place')} fault={fault}>
      <div class="beside combobox">
        <PlaceInput isWrong={fault !== undefined} offered={offered} isOpen={isOpen} />
        {mapCentre.value && (
          <button
            type="button"
            onClick={() => {
              if (mapCentre.value) placeAt(mapCentre.value())
            }}
          >
            {say('centre')}
          </button>
        )}
      </div>
      <p class="hint" id="place-how">
        {reading()}
      </p>
    </FieldShell>
  )
}

/** How what was typed is understood, else how to type it. */
function reading(): string {
  if (place.value === undefined) {
    const how = say(hasMap ? 'placeHow' : 'placeHowTyped')
    return places.value.length > 0 ? `${say('placeHowNamed')} ${how}` : how
  }
  const { lat, lon } = place.value
  const text = say('placeRead', { lat: lat.toFixed(5), lon: lon.toFixed(5) })
  const named = places.value.find((one) => showPosition(one) === showPosition({ lat, lon }))
  return named ? `${named.name}: ${text}` : text
}

interface InputProps {
  isWrong: boolean
  offered: readonly NamedPlace[]
  isOpen: Signal<boolean>
}

/** A combobox where there are places to offer: arrows choose, Enter takes, Escape closes. */
function PlaceInput({ isWrong, offered, isOpen }: InputProps) {
  const chosen = useSignal(0)
  const isOffering = offered.length > 0
  const at = Math.min(chosen.value, offered.length - 1)

  function take(one: NamedPlace | undefined): void {
    if (one === undefined) return
    placeAt(one)
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
    'aria-controls': 'places',
    'aria-autocomplete': 'list' as const,
    ...(isOffering && { 'aria-activedescendant': `places-${at}` }),
  }
  return (
    <div class="grow">
      <input
        id="field-place"
        value={placeText.value}
        placeholder="47.6333, 8.925"
        autocomplete="off"
        spellcheck={false}
        aria-invalid={isWrong}
        aria-describedby="place-how field-place-fault"
        {...(places.value.length > 0 && asCombobox)}
        onInput={({ currentTarget }) => {
          placeText.value = currentTarget.value
          isOpen.value = true
          chosen.value = 0
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          isOpen.value = false
        }}
      />
      {places.value.length > 0 && (
        <div id="places" role="listbox" aria-label={say('places')} class="options" hidden={!isOffering}>
          {offered.map((one, index) => (
            <button
              key={`${one.name} ${showPosition(one)}`}
              id={`places-${index}`}
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
