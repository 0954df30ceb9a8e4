import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Position, type ReadPosition, showPosition } from '../../../client/coordinates.ts'
import { compassPointTo } from '../../../client/masts.ts'
import { setTo } from '../controls/controls.tsx'
import { findPlaces, type NamedPlace } from '../request/places.ts'
import { drawnMap } from '../state/centre.ts'
import { places, readPlaces } from '../state/offers.ts'
import type { PlaceInForm } from '../state/place.ts'
import { hasMap } from '../state/view.ts'
import { sayGround, sayKm, sayMetres } from '../words/units.ts'
import { say } from '../words/words.ts'
import { FieldShell } from './field.tsx'

const MAXIMUM_OFFERED = 8
/** Kilometres per degree of latitude on a spherical earth. */
const KM_A_DEGREE = 111.2

interface Props {
  name: string
  label: string
  at: PlaceInForm
  fault: string | undefined
  /** Error text for an empty required field. */
  missing: string | undefined
  how?: string
}

/** Position input: coordinates, a click on the map, or the name of one of the operator's places. */
export function Place({ name, label, at, fault, missing, how = formats() }: Props) {
  useEffect(() => void readPlaces(), [])
  const isOpen = useSignal(false)
  const position = at.position.value
  const ground = at.ground.value
  const isSought = isOpen.value && position === undefined
  const offered = isSought ? findPlaces(places.value, at.text.value, MAXIMUM_OFFERED) : []
  const unread = say(places.value.length > 0 ? 'placeUnknown' : 'placeUnread')
  // A name that is still being typed counts as valid, not as an error.
  const isRead = position !== undefined || offered.length > 0
  const shownFault = isRead ? fault : at.text.value === '' ? missing : unread
  return (
    <FieldShell name={name} label={label} fault={shownFault}>
      <div class="beside combobox">
        <PlaceInput
          name={name}
          at={at}
          isWrong={shownFault !== undefined}
          offered={offered}
          isOpen={isOpen}
        />
        {drawnMap.value && (
          <button
            type="button"
            onClick={() => {
              if (drawnMap.value) at.set(drawnMap.value.centre)
            }}
          >
            {say('centre')}
          </button>
        )}
      </div>
      <p class="hint" id={`${name}-how`}>
        {position ? readingOf(position) : how}
        {position?.square && ` · ${squareOf(position, position.square)}`}
        {ground && <span data-is="ground">{` · ${sayGround(ground)}`}</span>}
      </p>
      <Swapped at={at} />
    </FieldShell>
  )
}

function formats(): string {
  const how = say(hasMap ? 'placeHow' : 'placeHowTyped')
  return places.value.length > 0 ? `${say('placeHowNamed')} ${how}` : how
}

function readingOf({ lat, lon }: ReadPosition): string {
  const text = say('placeRead', { lat: lat.toFixed(5), lon: lon.toFixed(5) })
  const named = places.value.find((one) => showPosition(one) === showPosition({ lat, lon }))
  return named ? `${named.name}: ${text}` : text
}

/** Text for the size of a Maidenhead square; the square's center is the position. */
function squareOf({ lat }: ReadPosition, { latDeg, lonDeg }: { latDeg: number; lonDeg: number }): string {
  const highKm = KM_A_DEGREE * latDeg
  const wideKm = KM_A_DEGREE * lonDeg * Math.cos((lat * Math.PI) / 180)
  const digits = highKm < 10 ? 1 : 0
  return say('placeSquare', { wide: sayKm(wideKm, digits), high: sayKm(highKm, digits) })
}

/** Suggests to swap latitude and longitude, but never swaps them without a click. */
function Swapped({ at }: { at: PlaceInForm }) {
  const swapped = at.swapped.value
  if (swapped === undefined) return null
  const place = showPosition(swapped)
  return (
    <p class="offer" role="status">
      {say('placeSwapped', { place })}{' '}
      <button type="button" onClick={() => at.moveTo(swapped)}>
        {say('placeSwap')}
      </button>
    </p>
  )
}

interface HigherProps {
  transmitter: Position | undefined
  groundM: number | null | undefined
  higher: (Position & { ground_m: number; distance_m: number }) | null | undefined
  onMove(to: Position): void
}

/** Suggests a higher position near the transmitter. */
export function HigherGround({ transmitter, groundM, higher, onMove }: HigherProps) {
  if (!transmitter || !higher || typeof groundM !== 'number') return null
  const values = {
    by: sayMetres(higher.ground_m - groundM),
    distance: sayMetres(higher.distance_m),
    direction: say(`direction: ${compassPointTo(transmitter, higher)}`),
  }
  return (
    <p class="offer" data-is="higher">
      {say('higherGround', values)}{' '}
      <button type="button" onClick={() => onMove(higher)}>
        {say('moveMast')}
      </button>
    </p>
  )
}

interface InputProps {
  name: string
  at: PlaceInForm
  isWrong: boolean
  offered: readonly NamedPlace[]
  isOpen: Signal<boolean>
}

/** Combobox if there are suggestions: arrow keys select, Enter accepts, Escape closes. Enter never submits. */
function PlaceInput({ name, at: place, isWrong, offered, isOpen }: InputProps) {
  const chosen = useSignal(0)
  const isOffering = offered.length > 0
  const at = Math.min(chosen.value, offered.length - 1)

  function take(one: NamedPlace | undefined): void {
    if (one === undefined) return
    place.moveTo(one)
    isOpen.value = false
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') {
      if (isOffering) take(offered[at])
      else place.go()
    } else if (!isOffering) return
    else if (step !== undefined) chosen.value = (at + step + offered.length) % offered.length
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
        value={place.text.value}
        placeholder="47.6333, 8.925"
        autocomplete="off"
        spellcheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${name}-how field-${name}-fault`}
        {...(places.value.length > 0 && asCombobox)}
        onInput={({ currentTarget }) => {
          place.type(currentTarget.value)
          isOpen.value = true
          chosen.value = 0
        }}
        onKeyDown={onKeyDown}
        onBlur={setTo(isOpen, false)}
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
              // Keeps the focus in the field, so that the list stays open until the click.
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
