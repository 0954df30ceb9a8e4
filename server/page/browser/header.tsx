import { account, isShared, isStarting, signOut } from './service/session.ts'
import { isUnmetered, storeShare } from './state/view.ts'
import { isImperial } from './words/units.ts'
import { chooseLanguage, figure, language, languages, say } from './words/words.ts'

/** Used share of the result storage, 0 to 1, from which the page shows the share. */
const FULL_SHARE = 0.8

export function Header() {
  return (
    <header class="header">
      <h1 class="beside">
        <Logo />
        {say('title')}
      </h1>
      {isStarting.value && <p role="status">{say('problem: starting')}</p>}
      {isShared.value ? <p class="credits">{say('sharedView')}</p> : <Credits />}
      <label class="units">
        <span class="unseen">{say('units')}</span>
        <select
          value={isImperial.value ? 'imperial' : 'metric'}
          onChange={({ currentTarget }) => {
            isImperial.value = currentTarget.value === 'imperial'
          }}
        >
          <option value="metric">km, m</option>
          <option value="imperial">mi, ft</option>
        </select>
      </label>
      <label class="language">
        <span class="unseen">{say('language')}</span>
        <select value={language.value} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}>
          {Object.entries(languages).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </header>
  )
}

function Credits() {
  if (account.value === undefined) return null
  const { balance, held, plan, used_this_month, limit } = account.value
  const month = `${say('thisMonth')}: ${say('usedOfLimit', { used: figure(used_this_month), limit: figure(limit) })}`
  return (
    <>
      {isUnmetered.value ? (
        <p class="credits">
          {say('unmetered')}
          {storeShare.value >= FULL_SHARE && (
            <strong> · {say('storeFull', { percent: figure(Math.floor(100 * storeShare.value)) })}</strong>
          )}
        </p>
      ) : (
        <p class="credits" title={month}>
          <strong>{figure(balance)}</strong> {say('credits')}
          <span class="aside">
            {held > 0 && ` · ${say('held', { held: figure(held) })}`}
            {` · ${plan}`}
          </span>
        </p>
      )}
      <button type="button" class="quiet" onClick={signOut}>
        {say('signOut')}
      </button>
    </>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path fill="#e69f00" d="M5 27 16 12l11 15z" />
      <path class="logo-waves" d="M11 11a6 6 0 0 1 10 0M8 7.500a10.500 10.500 0 0 1 16 0" />
    </svg>
  )
}
