import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ProblemError } from '../../client/requests.ts'
import { Tick, useAttempt, valueTo } from './controls/controls.tsx'
import { explain } from './service/failures.ts'
import { isExpired, loginCode, signIn, signInByCode } from './service/session.ts'
import { say } from './words/words.ts'

export function SignIn() {
  const key = useSignal('')
  const isKept = useSignal(false)
  const { fault, isBusy, attempt } = useAttempt(isExpired.value ? say('keyExpired') : undefined)

  useEffect(() => {
    const code = loginCode.value
    if (code === undefined) return
    const explained = (error: unknown) =>
      error instanceof ProblemError ? say('codeInvalid') : explain(error)
    void attempt(() => signInByCode(code), explained)
  }, [loginCode.value])

  function submit(event: Event): void {
    event.preventDefault()
    void attempt(() => signIn(key.value.trim(), isKept.value))
  }

  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h2>{say('signIn')}</h2>
        <p>{say('signInWhat')}</p>
        {/* User name for password managers. */}
        <input
          class="unseen"
          aria-hidden="true"
          tabIndex={-1}
          autocomplete="username"
          name="username"
          readOnly
          value={say('apiKey')}
        />
        <label for="key">{say('apiKey')}</label>
        <input
          id="key"
          type="password"
          name="password"
          autocomplete="current-password"
          spellcheck={false}
          placeholder="rcov_…"
          required
          value={key.value}
          aria-invalid={fault.value !== undefined}
          aria-describedby="key-fault key-hint"
          onInput={valueTo(key)}
        />
        <p id="key-fault" class="fault" role="alert">
          {fault}
        </p>
        <KeepSignedIn isKept={isKept} />
        <button type="submit" class="main" disabled={isBusy.value}>
          {say('signIn')}
        </button>
        <p id="key-hint" class="hint">
          {say('keyHint')}
        </p>
        <code class="command">npm run --silent admin -- account create --name me --unmetered</code>
        <p class="hint">
          <a href="/docs">{say('interfaceDocs')}</a>
        </p>
      </form>
    </main>
  )
}

export function KeepSignedIn({ isKept }: { isKept: Signal<boolean> }) {
  return (
    <Tick
      checked={isKept.value}
      onTick={(isTicked) => {
        isKept.value = isTicked
      }}
    >
      {say('keepSignedIn')}
    </Tick>
  )
}
