import { useSignal } from '@preact/signals'
import { ProblemError } from '../../client/requests.ts'
import { CopyField } from './ask/copy-field.tsx'
import { explain } from './service/failures.ts'
import { inviteCode, redeemInvite, redeemLogin, setupCode, signIn } from './service/session.ts'
import { KeepSignedIn } from './sign-in.tsx'
import { say } from './words/words.ts'

/**
 * Creates an account, by invitation or as the first account, shows the API key once, and signs in. Waits for
 * a click, because link previews must not use up the code.
 */
export function Invitation({ code, isFirst }: { code: string; isFirst: boolean }) {
  const key = useSignal<string | undefined>(undefined)
  const fault = useSignal('')
  const isRequesting = useSignal(false)
  const isOver = useSignal(false)
  const isKept = useSignal(false)

  async function go(): Promise<void> {
    if (key.value === undefined) {
      key.value = await (isFirst ? redeemLogin(code) : redeemInvite(code))
      return
    }
    await signIn(key.value, isKept.value)
    leave()
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    isRequesting.value = true
    fault.value = ''
    await go().catch((error: unknown) => {
      const problem = error instanceof ProblemError ? error.code : ''
      isOver.value = isFirst
        ? ['key_invalid', 'route_not_found'].includes(problem)
        : problem.startsWith('invite_')
      fault.value = isFirst && isOver.value ? say('setupOver') : explain(error)
    })
    isRequesting.value = false
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
          <button type="submit" class="main" disabled={isRequesting.value}>
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
