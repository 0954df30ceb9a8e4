import type { ComponentType } from 'preact'
import { HigherGround } from '../ask/place.tsx'
import { isPathLoss } from '../comparison/side.ts'
import { Choice, Fault, TitleWithBack, valueTo } from '../controls/controls.tsx'
import { isShared } from '../service/session.ts'
import { startFrom } from '../state/asking.ts'
import { layer, openId, removeAll, rename, type SimulationRecord, shownId } from '../state/results.ts'
import { isUnmetered, view } from '../state/view.ts'
import { layerFault, layersIn, shownLayer } from '../state/viewing.ts'
import { sayOption, titleOf } from '../words/field-labels.ts'
import { isImportant, sayProblem, sayWarning } from '../words/problems.ts'
import { sayMetres } from '../words/units.ts'
import { moment, say } from '../words/words.ts'
import { AreaFigures, AreaSection } from './area-section.tsx'
import { Deletion } from './deletion.tsx'
import { Downloads } from './downloads.tsx'
import { LegendView } from './legend.tsx'
import { Measurements } from './measurements.tsx'
import { Parameters } from './parameters.tsx'
import { Progress } from './progress.tsx'
import { Rename } from './rename.tsx'
import { ShareAddresses } from './share-addresses.tsx'
import { Shares } from './shares.tsx'
import { ShowButton } from './show-button.tsx'
import { Summary } from './summary.tsx'
import { Why } from './why.tsx'

type Props = Parameters<typeof Measurements>[0] & {
  Roads: ComponentType
}

export function Result({ record, Figures, Roads }: Props) {
  const { id, status, params, links, error, warnings, created_at, expires_at } = record
  const isShown = shownId.value === id
  const others = warnings.filter((warning) => !isImportant(warning))

  return (
    <article class="result" data-id={id} data-status={status}>
      <TitleWithBack of={id} back={say('back')} onBack={isShared.value ? undefined : close}>
        {titleOf(params)}
      </TitleWithBack>
      <p class="hint">
        {moment(created_at)}
        {expires_at && links && ` · ${say('keptUntil', { moment: moment(expires_at) })}`}
      </p>
      {status === 'pending' && <Progress record={record} />}
      {status === 'failed' && (
        <p class="fault" role="alert">
          {(error && sayProblem(error)) ?? say('failed')} {!isUnmetered.value && say('notCharged')}
        </p>
      )}
      {status === 'completed' && !links && <p class="hint">{say('problem: result_expired')}</p>}
      {isShown && shownLayer.value?.bins.link ? null : <Summary record={record} />}
      {status === 'completed' && !isPathLoss(params) && <p class="hint">{say('geometryOnly')}</p>}
      {warnings.filter(isImportant).map((warning) => (
        <p class="notice" data-is="warning" key={warning.detail}>
          {sayWarning(warning)}
        </p>
      ))}
      <Transmitter record={record} />
      {links && (
        <section aria-label={say('onMap')}>
          <div class="beside">
            <h3 class="grow">{say('onMap')}</h3>
            <LayerChoice record={record} />
            <ShowButton record={record} />
          </div>
          {isShown && <LegendView />}
          {isShown && <Fault text={layerFault.value} />}
        </section>
      )}
      {links && (
        <AreaSection>
          <AreaFigures />
        </AreaSection>
      )}
      {links && isPathLoss(params) && <Measurements record={record} Figures={Figures} />}
      {links && <Roads />}
      {links && isShown && !isShared.value && <Why record={record} />}
      {links && <Downloads record={record} links={links} />}
      {links && !isShared.value && (
        <p>
          <a href={`/#${new URLSearchParams({ print: id })}`}>{say('printView')}</a>
        </p>
      )}
      {links && !isShared.value && <Shares record={record} />}
      {links && isShared.value && <ShareAddresses record={record} address={location.href} />}
      {others.length > 0 && (
        <details>
          <summary>{say('warnings', { count: others.length })}</summary>
          <ul>
            {others.map((warning) => (
              <li key={warning.detail}>{sayWarning(warning)}</li>
            ))}
          </ul>
        </details>
      )}
      <Parameters record={record} />
      {!isShared.value && <Rename key={params.name} name={params.name} rename={(name) => rename(id, name)} />}
      {!isShared.value && (
        <div class="actions">
          <button type="button" onClick={() => copyToForm(record)}>
            {say('startFrom')}
          </button>
          <Deletion question={say('reallyDelete')} remove={() => removeAll([id])} />
        </div>
      )}
    </article>
  )
}

function close(): void {
  openId.value = undefined
}

function copyToForm(...of: Parameters<typeof startFrom>): void {
  startFrom(...of).catch(() => {})
  close()
  view.value = 'ask'
}

/** Terrain height at the transmitter, and a suggestion of higher ground nearby. */
function Transmitter({ record }: { record: SimulationRecord }) {
  const { params, tx_ground_m: groundM, higher_ground: higher } = record
  if (typeof groundM !== 'number') return null
  return (
    <>
      <p class="hint" data-is="ground">
        {say('mastGround', { height: sayMetres(groundM) })}
      </p>
      {!isShared.value && (
        <HigherGround
          transmitter={{ lat: params.tx_lat, lon: params.tx_lon }}
          groundM={groundM}
          higher={higher}
          onMove={(to) => copyToForm(record, to)}
        />
      )}
    </>
  )
}
function LayerChoice({ record }: { record: SimulationRecord }) {
  const layers = layersIn(record)
  if (layers.length < 2) return null
  return (
    <Choice
      label={say('layer')}
      value={layer.value ?? layers[0]}
      disabled={shownId.value !== record.id}
      options={layers.map((name) => [name, sayOption(name)])}
      onChange={valueTo(layer)}
    />
  )
}
