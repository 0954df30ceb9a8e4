import { computed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Ask } from './ask/ask.tsx'
import { Fault, setTo } from './controls/controls.tsx'
import { Header } from './header.tsx'
import { lazily } from './lazily.tsx'
import { LinkForm } from './link/link-form.tsx'
import { MapView } from './map/map-view.tsx'
import { ProfilePanel } from './profile/profile-panel.tsx'
import { List } from './results/list.tsx'
import { Report } from './results/report.tsx'
import { Result } from './results/result.tsx'
import { explain } from './service/failures.ts'
import {
  account,
  inviteCode,
  isPrinted,
  isShared,
  loginCode,
  refreshAccount,
  requestedResult,
  setupCode,
  token,
} from './service/session.ts'
import { SignIn } from './sign-in.tsx'
import { isUnknown, openRequested } from './state/address.ts'
import { followAccount } from './state/following.ts'
import { prepareForms } from './state/form.ts'
import { network, opened, openShare, total } from './state/results.ts'
import { formView, view } from './state/view.ts'
import { say } from './words/words.ts'

const Account = lazily(async () => (await import('./parts.ts')).Account)
const Antennas = lazily(async () => (await import('./parts.ts')).Antennas)
const Invitation = lazily(async () => (await import('./parts.ts')).Invitation)
const MakeNetwork = lazily(async () => (await import('./parts.ts')).MakeNetwork)
const MeasurementFigures = lazily(async () => (await import('./parts.ts')).MeasurementFigures)
const Networks = lazily(async () => (await import('./parts.ts')).Networks)
const NetworkView = lazily(async () => (await import('./parts.ts')).NetworkView)
const Relays = lazily(async () => (await import('./parts.ts')).Relays)
const Roads = lazily(async () => (await import('./parts.ts')).Roads)

export function App() {
  return (
    <>
      <Header />
      <Main />
    </>
  )
}

function Main() {
  const offered = setupCode.value ?? inviteCode.value
  if (offered !== undefined)
    return <Invitation code={offered} isFirst={setupCode.value !== undefined} key={offered} />
  if (token.value === undefined || loginCode.value !== undefined) return <SignIn />
  // Changing the API key or share link remounts the page.
  return <Workplace key={token.value} />
}

function Workplace() {
  const fault = useSignal<string | undefined>(undefined)
  const listFault = useSignal<string | undefined>(undefined)
  const noteFault = (error: unknown) => {
    fault.value = explain(error)
  }
  useEffect(() => {
    const prepared = isShared.value ? openShare() : Promise.resolve(account.value ?? refreshAccount())
    prepared.catch(noteFault)
    if (isShared.value) return
    return followAccount((error) => {
      listFault.value = error === undefined ? undefined : explain(error)
    })
  }, [])
  useSignalEffect(() => {
    openRequested().catch(noteFault)
  })
  // Prepares forms only when a form is shown: opening a result by URL needs no forms.
  useSignalEffect(() => {
    if (isFormShown.value) prepareForms().catch(noteFault)
  })

  if (isShared.value && fault.value) {
    return (
      <main class="sign-in">
        <p role="alert">{fault}</p>
      </main>
    )
  }
  if (isPrinted.value && opened.value !== undefined) return <Report record={opened.value} />
  return (
    <div class="workplace">
      <MapView />
      <main class="panel">
        <Fault text={fault.value ?? listFault.value} />
        {isUnknown.value && <Fault text={say('unknownResult')} />}
        <Panel />
      </main>
      <ProfilePanel />
    </div>
  )
}

const isFormShown = computed(
  () =>
    !isShared.value &&
    requestedResult.value === undefined &&
    opened.value === undefined &&
    network.value === undefined &&
    view.value === formView.value,
)

function Panel() {
  const what = opened.value?.id ?? network.value?.id ?? view.value
  useEffect(() => document.querySelector('.panel')?.scrollTo({ top: 0 }), [what])
  if (opened.value !== undefined)
    return <Result record={opened.value} Figures={MeasurementFigures} Roads={Roads} />
  if (network.value !== undefined) return <NetworkView record={network.value} />
  if (isShared.value || requestedResult.value !== undefined) return null
  const titles = {
    ask: say('coverage'),
    link: say('link'),
    list: say('results', { total: total.value }),
    networks: say('networks'),
    account: say('account'),
  }
  const current = view.value === 'antennas' ? formView.value : view.value
  return (
    <>
      <nav class="views" aria-label={say('views')}>
        {(['ask', 'link', 'list', 'networks', 'account'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === current ? 'page' : undefined}
            onClick={setTo(view, name)}
          >
            {titles[name]}
          </button>
        ))}
      </nav>
      {view.value === 'ask' && <Ask />}
      {view.value === 'link' && (
        <LinkForm>
          <Relays />
        </LinkForm>
      )}
      {view.value === 'list' && (
        <List>
          <MakeNetwork />
        </List>
      )}
      {view.value === 'networks' && <Networks />}
      {view.value === 'account' && <Account />}
      {view.value === 'antennas' && <Antennas />}
    </>
  )
}
