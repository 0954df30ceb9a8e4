import { showPosition } from '../../../client/coordinates.ts'
import { Choice, Fault, ProgressBar, setTo, TitleWithBack, Toggle } from '../controls/controls.tsx'
import { Deletion } from '../results/deletion.tsx'
import { ProductChips } from '../results/downloads.tsx'
import { Opacity } from '../results/opacity.tsx'
import { Rename } from '../results/rename.tsx'
import { Roads } from '../results/roads.tsx'
import { ShareAddresses } from '../results/share-addresses.tsx'
import { Shares } from '../results/shares.tsx'
import { bounds, DbmSlider } from '../results/sliders.tsx'
import { Swatch } from '../results/swatch.tsx'
import { isShared } from '../service/session.ts'
import {
  changeNetwork,
  chooseLayer,
  clickedValue,
  hasGaps,
  isLossNetwork,
  legend,
  networkDbm,
  networkFault,
  networkLayer,
  networkQuery,
  removeNetwork,
} from '../state/network.ts'
import { type NetworkRecord, network } from '../state/results.ts'
import { hasMap } from '../state/view.ts'
import { sayOption } from '../words/field-labels.ts'
import { sayNetwork, sayNetworkLabel, saySites } from '../words/network.ts'
import { sayWarning } from '../words/problems.ts'
import { figure, moment, pictureLanguage, say } from '../words/words.ts'
import { NetworkSites } from './network-sites.tsx'
import { NextSite } from './next-site.tsx'

export function NetworkView({ record }: { record: NetworkRecord }) {
  const { id, name, status, sites, align, changed_at, warnings, progress } = record
  const isCompleted = status === 'completed'
  return (
    <article class="result network" data-id={id} data-status={status}>
      <TitleWithBack
        of={id}
        back={sayNetwork('allNetworks')}
        onBack={isShared.value ? undefined : setTo(network, undefined)}
      >
        {name || sayNetwork('unnamedNetwork')}
      </TitleWithBack>
      <p class="hint">
        {[saySites(figure(sites.length)), moment(changed_at), align && sayNetwork('aligned')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {status === 'pending' && <ProgressBar share={progress} text={sayNetwork('pendingSites')} />}
      {warnings.map((warning) => (
        <p class="notice" key={warning.detail}>
          {sayWarning(warning)}
        </p>
      ))}
      {isCompleted && <OnMap record={record} />}
      <NetworkSites record={record} />
      {isCompleted && !isShared.value && <NextSite />}
      {isCompleted && <Roads />}
      {isCompleted && <ProductChips id={id} addresses={addressesOf(id, networkQuery.value)} />}
      {isCompleted && !isShared.value && <Shares record={record} query={networkQuery.value} />}
      {isCompleted && isShared.value && (
        <ShareAddresses record={record} address={location.href} query={networkQuery.value} />
      )}
      {!isShared.value && (
        <>
          <Rename key={name} name={name} rename={(changed) => changeNetwork({ name: changed })} />
          <div class="actions">
            <Deletion question={sayNetwork('question')} remove={() => removeNetwork(id)} />
          </div>
        </>
      )}
    </article>
  )
}

function addressesOf(id: string, query: string): [string, string][] {
  const map = [`/results/${id}.png?style=map`, query, pictureLanguage()].filter(Boolean).join('&')
  return [
    ['map', map],
    ...['kmz', 'geojson', 'tif'].map((name): [string, string] => [name, `/results/${id}.${name}?${query}`]),
  ]
}

function OnMap({ record: { layers } }: { record: NetworkRecord }) {
  return (
    <section aria-label={say('onMap')}>
      <div class="beside">
        <h3 class="grow">{say('onMap')}</h3>
        <Choice
          label={say('layer')}
          value={networkLayer.value}
          options={layers.map((name) => [name, sayOption(name)])}
          onChange={({ currentTarget }) => chooseLayer(currentTarget.value)}
        />
        {hasMap && <Toggle on={hasGaps} label={sayNetwork('gaps')} title={sayNetwork('gapsWhat')} />}
      </div>
      <Fault text={networkFault.value} />
      <Legend />
      {isLossNetwork.value && <Sensitivity />}
      {hasMap && <Clicked />}
    </section>
  )
}

function Legend() {
  if (legend.value === undefined) return null
  const { unit, entries } = legend.value
  return (
    <div class="legend">
      <p class={unit === null ? 'unseen' : 'hint'}>
        {unit === null
          ? say('legend')
          : say('legendIn', { unit: unit === 'sites' ? sayNetwork('sites') : unit })}
      </p>
      <ul>
        {entries
          .filter(({ state }) => state !== 'out_of_range')
          .map(({ color, label }) => (
            <li key={`${color} ${label}`} class="tick">
              <Swatch color={color} label={label} text={sayNetworkLabel(label)} />
            </li>
          ))}
      </ul>
      {hasMap && <Opacity />}
    </div>
  )
}

function Sensitivity() {
  return (
    <div class="sliders">
      <DbmSlider
        label={say('sensitivity_dbm')}
        value={networkDbm.value}
        bounds={bounds.sensitivity_dbm}
        unset={sayNetwork('ofEachSite')}
        onInput={(dbm) => {
          networkDbm.value = dbm
        }}
      />
      <button type="button" disabled={networkDbm.value === undefined} onClick={setTo(networkDbm, undefined)}>
        {sayNetwork('ownSensitivity')}
      </button>
    </div>
  )
}

function Clicked() {
  if (clickedValue.value === undefined) return <p class="hint">{sayNetwork('clickHow')}</p>
  const { at, found } = clickedValue.value
  return (
    <p role="status" data-is="clicked">
      {showPosition(at)}
      {' · '}
      <strong>
        {found === undefined
          ? say('none')
          : found.value === null || found.unit === null
            ? sayNetworkLabel(found.label)
            : `${figure(found.value, 1)} ${found.unit === 'sites' ? sayNetwork('sites') : found.unit}`}
      </strong>
    </p>
  )
}
