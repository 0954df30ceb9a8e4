import { useSignal } from '@preact/signals'
import { ProblemError } from '../../client/requests.ts'
import { CopyField } from './ask/copy-field.tsx'
import { useAttempt } from './controls/controls.tsx'
import { explain } from './service/failures.ts'
import { inviteCode, redeem, setupCode, signIn } from './service/session.ts'
import { KeepSignedIn } from './sign-in.tsx'
import { say } from './words/words.ts'

/**
 * Creates an account, by invitation or as the first account, shows the API key once, and signs in. Waits for
 * a click, because link previews must not use up the code.
 */
export function Invitation({ code, isFirst }: { code: string; isFirst: boolean }) {
  const key = useSignal<string | undefined>(undefined)
  const { fault, isBusy, attempt } = useAttempt()
  const isOver = useSignal(false)
  const isKept = useSignal(false)

  async function go(): Promise<void> {
    if (key.value === undefined) {
      key.value = await redeem(isFirst ? '/login' : '/invite', code)
      return
    }
    await signIn(key.value, isKept.value)
    leave()
  }

  function explained(error: unknown): string {
    const problem = error instanceof ProblemError ? error.code : ''
    isOver.value = isFirst
      ? ['key_invalid', 'route_not_found'].includes(problem)
      : problem.startsWith('invite_')
    return isFirst && isOver.value ? say('setupOver') : explain(error)
  }

  function submit(event: Event): void {
    event.preventDefault()
    void attempt(go, explained)
  }

  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h2>{say(isFirst ? 'setupTitle' : 'inviteTitle')}</h2>
        {key.value === undefined ? (
          !isOver.value && <p>{say(isFirst ? 'setupWhat' : 'inviteWhat')}</p>
        ) : (
          <>
            <CopyField label={say('apiKey')} text={key.value} />
            <p class="hint">{say(isFirst ? 'setupOnce' : 'inviteOnce')}</p>
            <KeepSignedIn isKept={isKept} />
          </>
        )}
        <p class="fault" role="alert">
          {fault}
        </p>
        {!isOver.value && (
          <button type="submit" class="main" disabled={isBusy.value}>
            {say(key.value !== undefined ? 'signInWithIt' : isFirst ? 'makeAccount' : 'showKey')}
          </button>
        )}
        {key.value === undefined && (
          <button type="button" class="quiet" onClick={leave}>
            {say('signInOtherwise')}
          </button>
        )}
      </form>
    </main>
  )
}

function leave(): void {
  inviteCode.value = undefined
  setupCode.value = undefined
}
