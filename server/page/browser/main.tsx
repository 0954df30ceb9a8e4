import { render } from 'preact'
import { App } from './app.tsx'
import { loginCode, token } from './service/session.ts'
import { policyFor } from './service/trusted-types.ts'
import { hasMap } from './state/view.ts'

policyFor('default', {
  createScriptURL(address: string) {
    if (address !== MAP_WORKER_URL && address !== GROUND_WORKER_URL) {
      throw new TypeError('The page starts no other script.')
    }
    return address
  },
})
const root = document.getElementById('page')
if (root) render(<App />, root)
// Starts loading the map early, while a code is redeemed or results are requested.
if (hasMap && (token.value ?? loginCode.value) !== undefined) import('./map/map.ts').catch(() => {})
